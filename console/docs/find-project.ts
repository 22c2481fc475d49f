import { getSession, listOrganizations, listProjects } from '../api/calls.ts';
import type { Project } from '../api/types.ts';

/**
 * The first project in which the reader may create keys. Undefined if there is none. Rejects if the reader is not signed in.
 */
export const findProject = async (): Promise<Project | undefined> => {
  await getSession();
  for (const { id, rights } of await listOrganizations()) {
    const [project] = rights.includes('build') ? await listProjects(id) : [];
    if (project) return project;
  }
  return undefined;
};
