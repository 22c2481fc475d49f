import * as contracts from '#lib/domain/organizations/contracts.ts';
import { createProject } from '#lib/domain/organizations/create-project.ts';
import { requireOrganization } from '#lib/domain/organizations/require.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveLimits } from '../../deps/settings.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly limits: Limits }>) =>
  sessionCreateRoute(
    { access, contract: contracts.createProject },
    async ({ user, params, route, body, bodyFingerprint, idempotencyKey }) => {
      const organization = await requireOrganization(deps.table, user, params.organization_id);
      const owner = organization.organizationId;
      const newId = () => idFor('prj', { owner, route, key: idempotencyKey });
      return createProject({ ...deps, newId }, organization, { user, body, bodyFingerprint });
    },
  );

export const handler = createHandler({ ...liveSessionRoute(), limits: liveLimits() });
