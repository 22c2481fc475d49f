import { constant, type Access } from './constructs/access.ts';
import type { TableGrants } from './constructs/table-grants.ts';
import type { Settings } from './settings.ts';

/** The environment of every function that serves the console. */
export const consoleAccess = (origin: string, { limits }: Settings): readonly Access[] => [
  constant('CONSOLE_ORIGIN', origin),
  constant('CONSOLE_REQUESTS_PER_MINUTE', limits.consoleRequestsPerMinute),
];
/** Authenticates by session: reads the session and the user, counts the request, and sometimes extends the session. */
export const bySession: TableGrants = {
  GetItem: ['sessions', 'people'],
  UpdateItem: ['sessions', 'people'],
};
/** Checks the role of the user in the organization, or in the project's organization. */
export const inOrganization: TableGrants = { GetItem: ['memberships'] };
export const inProject: TableGrants = { GetItem: ['projects', 'memberships'] };
