import type { Caller } from '#lib/domain/auth/caller.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { type AskedTenant, type Requester, requireTenant } from '#lib/domain/organizations/require.ts';

/**
 * Turns a person at the console into a caller of the API. Their jobs count and cost like any other job of the project.
 * Throws `not_found` for a project that is not theirs.
 */
export const playgroundCaller = async (
  table: Pick<Table, 'get'>,
  user: Requester,
  asked: AskedTenant,
): Promise<Caller> => ({ ...(await requireTenant(table, user, asked)), keyId: user.id });
