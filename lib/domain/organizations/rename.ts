import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import {
  findOrganization,
  findProject,
  renameOrganization,
  renameProject,
} from './organization-repository.ts';
import { notFound } from './require.ts';
import type { Role } from './roles.ts';
import {
  type NewOrganization,
  type NewProject,
  type OrganizationView,
  type ProjectView,
  viewOrganization,
  viewProject,
} from './views.ts';

export type RenameDeps = { readonly table: Pick<Table, 'get' | 'transact'>; readonly now: () => Date };
type Input<Body> = { readonly user: User; readonly body: Body };

/** Gives an organization another name. */
export const changeOrganization = async (
  { table, now }: RenameDeps,
  { organizationId, role }: { readonly organizationId: string; readonly role: Role },
  { user, body: { name } }: Input<NewOrganization>,
): Promise<OrganizationView> => {
  for (;;) {
    const organization = await findOrganization(table, organizationId);
    if (!organization) throw notFound();
    const rename = () => renameOrganization(table, organization, { name, actor: user, now: now() });
    if (organization.name === name || (await rename()))
      return viewOrganization({ ...organization, name }, role);
  }
};

/** Gives a project another name. */
export const changeProject = async (
  { table, now }: RenameDeps,
  { projectId }: { readonly projectId: string },
  { user, body: { name } }: Input<NewProject>,
): Promise<ProjectView> => {
  for (;;) {
    const project = await findProject(table, projectId);
    if (!project) throw notFound();
    const rename = () => renameProject(table, project, { name, actor: user, now: now() });
    if (project.name === name || (await rename())) return viewProject({ ...project, name });
  }
};
