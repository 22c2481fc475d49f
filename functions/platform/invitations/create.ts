import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { invite } from '#lib/domain/organizations/members/invite.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import type { SendMail } from '#lib/platform/aws/mail.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveMailer } from '../../deps/mail.ts';
import { liveLimits } from '../../deps/settings.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

type Deps = SessionRouteDeps<{
  readonly limits: Limits;
  readonly sendMail: SendMail | undefined;
}>;

export const createHandler = ({ access, ...deps }: Deps) =>
  sessionCreateRoute(
    { access, contract: contracts.createInvitation },
    async ({ user, params, route, body, bodyFingerprint, idempotencyKey }) => {
      const organization = await requireOrganization(deps.table, user, params.organization_id);
      const owner = organization.organizationId;
      const newId = () => idFor('inv', { owner, route, key: idempotencyKey });
      const { origin } = access;
      return invite({ ...deps, newId, origin }, organization, { user, body, bodyFingerprint });
    },
  );

export const handler = createHandler({ ...liveSessionRoute(), limits: liveLimits(), sendMail: liveMailer() });
