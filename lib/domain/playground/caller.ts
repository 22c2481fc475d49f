import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { type Asker, requireTenant } from '#lib/domain/organizations/require.ts';
import type { Mode } from '#lib/platform/tenant.ts';

/**
 * Turns a person at the console into a caller of the API. Their jobs count and cost like any other job of the project.
 * Throws `not_found` for a project that is not theirs.
 */
export const playgroundCaller = (table: Pick<Table, 'get'>) => {
  const tenantFor = requireTenant(table);
  return async (user: Asker, projectId: string, mode: Mode): Promise<Caller> => ({
    ...(await tenantFor(user, projectId, mode)),
    keyId: user.id,
  });
};
