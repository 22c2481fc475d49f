import { signal } from '@preact/signals';
import { listOrganizations, listProjects } from './api/calls.ts';
import type { Organization, Project, Right } from './api/types.ts';
import { pageRights } from './page-rights.ts';
import { readStored, writeStored } from './parts/stored.ts';
import type { ProjectPage, ProjectRoute } from './route.ts';

export type OrganizationProjects = Organization & { projects: Project[] };

/** The user's organizations with their projects. */
export const workspace = signal<OrganizationProjects[]>([]);

/** Fills `workspace` from the API. Rejects if a request fails, and then leaves `workspace` as it was. */
export const loadWorkspace = async (): Promise<void> => {
  const organizations = await listOrganizations();
  workspace.value = await Promise.all(
    organizations.map(async (one) => ({ ...one, projects: await listProjects(one.id) })),
  );
};

export const addOrganization = (organization: Organization): void => {
  workspace.value = [...workspace.value, { ...organization, projects: [] }];
};

export const addProject = (project: Project): void => {
  workspace.value = workspace.value.map((one) =>
    one.id === project.organization_id ? { ...one, projects: [...one.projects, project] } : one,
  );
};

/** Updates the name of an organization. */
export const changeOrganization = (changed: Organization): void => {
  workspace.value = workspace.value.map((one) => (one.id === changed.id ? { ...one, ...changed } : one));
};

/** Updates the name of a project. */
export const changeProject = (changed: Project): void => {
  workspace.value = workspace.value.map((one) => ({
    ...one,
    projects: one.projects.map((project) => (project.id === changed.id ? changed : project)),
  }));
};

export const removeProject = (projectId: string): void => {
  workspace.value = workspace.value.map((one) => ({
    ...one,
    projects: one.projects.filter(({ id }) => id !== projectId),
  }));
};

export const removeOrganization = (organizationId: string): void => {
  workspace.value = workspace.value.filter(({ id }) => id !== organizationId);
};

/** Whether the user's role in the project's organization allows this. */
export const mayIn = (projectId: string, right: Right): boolean =>
  findProject(projectId)?.organization.rights.includes(right) ?? false;

/** Whether the user's role may open a page of a project. */
export const mayOpen = ({ projectId, page }: Pick<ProjectRoute, 'projectId' | 'page'>): boolean =>
  mayIn(projectId, pageRights[page]);

/** The first page of a project that the user's role may open. */
export const landingPage = (projectId: string): ProjectPage => {
  const pages = ['playground', 'jobs'] as const;
  return pages.find((page) => mayOpen({ projectId, page })) ?? 'usage';
};

/**
 * The organizations and projects that match the text. An organization is included if its name or a name of its projects
 * contains the text.
 */
export const projectsNamed = (
  organizations: readonly OrganizationProjects[],
  text: string,
): OrganizationProjects[] => {
  const contains = (name: string) => name.toLowerCase().includes(text.trim().toLowerCase());
  return organizations
    .map((one) =>
      contains(one.name) ? one : { ...one, projects: one.projects.filter(({ name }) => contains(name)) },
    )
    .filter(({ name, projects }) => contains(name) || projects.length > 0);
};

export type FoundProject = { organization: OrganizationProjects; project: Project };

export const findProject = (projectId: string): FoundProject | undefined => {
  for (const organization of workspace.value) {
    const project = organization.projects.find(({ id }) => id === projectId);
    if (project) return { organization, project };
  }
  return undefined;
};

const lastProjectKey = 'last-project';

export const rememberProject = (projectId: string): void => writeStored(lastProjectKey, projectId);

/** The project to open first: the one opened last, or the first one if there is none. */
export const initialProject = (): Project | undefined =>
  findProject(readStored(lastProjectKey) ?? '')?.project ??
  workspace.value.flatMap(({ projects }) => projects)[0];
