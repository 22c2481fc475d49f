import type { Right } from './api/types.ts';
import type { ProjectRoute } from './route.ts';

/** What a user's role must allow for each page of a project to open. */
export const pageRights: Readonly<Record<ProjectRoute['page'], Right>> = {
  playground: 'build',
  jobs: 'read',
  job: 'read',
  live: 'build',
  keys: 'read',
  webhooks: 'read',
  webhook: 'read',
  usage: 'belong',
};
