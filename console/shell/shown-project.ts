import type { Project } from '../api/types.ts';
import type { Route } from '../route.ts';
import { firstProject, placeOf, workspace } from '../workspace.ts';

/** The project whose pages the header offers: that of the address, else of its organization, else the last one. */
export const shownProject = (route: Route): Project | undefined => {
  if ('projectId' in route) return placeOf(route.projectId)?.project;
  const last = firstProject();
  if (!('organizationId' in route)) return last;
  if (last?.organization_id === route.organizationId) return last;
  return workspace.value.find(({ id }) => id === route.organizationId)?.projects[0];
};
