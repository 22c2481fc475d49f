import type { Project } from '../api/types.ts';
import type { Route } from '../route.ts';
import { initialProject, findProject, workspace } from '../workspace.ts';

/**
 * The project of the header's tabs: the one in the address. If there is none, a project of the address's organization.
 * If there is none either, the project opened last.
 */
export const shownProject = (route: Route): Project | undefined => {
  if ('projectId' in route) return findProject(route.projectId)?.project;
  const last = initialProject();
  if (!('organizationId' in route) || route.page === 'invitation') return last;
  if (last?.organization_id === route.organizationId) return last;
  return workspace.value.find(({ id }) => id === route.organizationId)?.projects[0];
};
