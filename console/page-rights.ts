import type { Right } from './api/types.ts';
import type { OrganizationPage, ProjectRoute } from './route.ts';

/** The right that a user's role needs to open each page of a project or organization. */
export const pageRights: Readonly<Record<ProjectRoute['page'] | OrganizationPage, Right>> = {
  playground: 'build',
  jobs: 'read',
  job: 'read',
  live: 'build',
  keys: 'read',
  webhooks: 'read',
  webhook: 'read',
  usage: 'belong',
  billing: 'pay',
  members: 'belong',
  settings: 'belong',
  audit: 'manage',
};
