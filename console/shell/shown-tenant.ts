import type { Mode, Project } from '../api/types.ts';
import { lastMode } from '../last-mode.ts';
import type { Route } from '../route.ts';
import { initialProject, findProject, workspace } from '../workspace.ts';

/** The project and mode to which the header and the tabs lead. */
export const shownTenant = (route: Route): { project: Project | undefined; mode: Mode } => ({
  project: projectOf(route),
  mode: 'mode' in route ? route.mode : lastMode(),
});

/** The project in the address, or else one of the organization in the address, or else the one opened last. */
const projectOf = (route: Route): Project | undefined => {
  if ('projectId' in route) return findProject(route.projectId)?.project;
  const last = initialProject();
  if (!('organizationId' in route) || route.page === 'invitation') return last;
  if (last?.organization_id === route.organizationId) return last;
  return workspace.value.find(({ id }) => id === route.organizationId)?.projects[0];
};
