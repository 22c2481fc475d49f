import * as contracts from '#lib/domain/organizations/members/contracts.ts';
import { renewInvitation } from '#lib/domain/organizations/members/renew-invitation.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import type { SendMail } from '#lib/platform/aws/mail.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveMailer } from '../../deps/mail.ts';
import { sessionRoute, type SessionRouteDeps } from '../../http/session.ts';

type Deps = SessionRouteDeps<{ readonly sendMail: SendMail | undefined }>;

export const createHandler = ({ access, ...deps }: Deps) =>
  sessionRoute({ access, contract: contracts.renewInvitation }, async ({ user, params }) => {
    const { organizationId } = await requireOrganization(deps.table, user, params.organization_id);
    const ref = { organizationId, id: params.invitation_id };
    return renewInvitation({ ...deps, origin: access.origin }, ref, user);
  });

export const handler = createHandler({ ...liveSessionRoute(), sendMail: liveMailer() });
