import type { Caller } from '#lib/auth/caller.ts';
import type { User } from '#lib/auth/sessions.ts';
import type { Table } from '#lib/aws/table.ts';
import { requireProject } from '#lib/organizations/require.ts';

/**
 * Somebody at the console as the verbs of the API know a caller: what they do counts, and costs, like any job of the
 * project. Throws `not_found` for a project that is not theirs.
 */
export const playgroundCaller = (table: Pick<Table, 'get'>) => {
  const projectOf = requireProject(table);
  return async (user: User, projectId: string): Promise<Caller> => ({
    ...(await projectOf(user, projectId)),
    keyId: 'console',
    testMode: false,
  });
};
