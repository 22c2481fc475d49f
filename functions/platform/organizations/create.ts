import * as contracts from '#lib/domain/organizations/contracts.ts';
import { createOrganization } from '#lib/domain/organizations/create-organization.ts';
import { idFor } from '#lib/platform/http/idempotency-key.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { now } from '../../deps/clock.ts';
import { liveConsole } from '../../deps/console.ts';
import { liveLimits } from '../../deps/settings.ts';
import { liveTable } from '../../deps/table.ts';
import { sessionCreateRoute, type SessionRouteDeps } from '../../http/session.ts';

type Deps = SessionRouteDeps<{ readonly now: () => Date; readonly limits: Limits }>;

export const createHandler = ({ access, ...deps }: Deps) =>
  sessionCreateRoute(
    { access, contract: contracts.createOrganization },
    async ({ user, route, body, bodyFingerprint, idempotencyKey }) => {
      const newId = () => idFor('org', { owner: user.id, route, key: idempotencyKey });
      return createOrganization({ ...deps, newId }, user, { body, bodyFingerprint });
    },
  );

const table = liveTable();
export const handler = createHandler({ access: liveConsole(table), table, now, limits: liveLimits() });
