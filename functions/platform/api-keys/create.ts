import * as contracts from '#lib/domain/api-keys/contracts.ts';
import { createKey } from '#lib/domain/api-keys/create-key.ts';
import { requireProject } from '#lib/domain/organizations/require.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps) =>
  sessionCreateRoute(
    { access, contract: contracts.createKey },
    async ({ user, params, route, body, bodyFingerprint, idempotencyKey }) => {
      const project = await requireProject(deps.table, user, params.project_id);
      const newId = () => idFor('key', { owner: project.projectId, route, key: idempotencyKey });
      return createKey({ ...deps, newId }, project, { user, body, bodyFingerprint });
    },
  );

export const handler = createHandler(liveSessionRoute());
