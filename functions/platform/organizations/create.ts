import * as contracts from '#lib/domain/organizations/contracts.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { liveSessionRoute } from '../../deps/console.ts';
import { liveLimits } from '../../deps/settings.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

export const createHandler = ({ access, ...deps }: SessionRouteDeps<{ readonly limits: Limits }>) =>
  sessionCreateRoute(
    { access, contract: contracts.createOrganization },
    async ({ user, route, body, bodyFingerprint, idempotencyKey }) => {
      const newId = () => idFor('org', { owner: user.id, route, key: idempotencyKey });
      return createOrganization({ ...deps, newId }, user, { body, bodyFingerprint });
    },
  );

export const handler = createHandler({ ...liveSessionRoute(), limits: liveLimits() });
