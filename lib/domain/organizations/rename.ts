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

/** Renames what was found. If that was renamed or deleted meanwhile, finds it again. */
const renamed = async <Thing extends { readonly name: string }>(
  find: () => Promise<Thing | undefined>,
  name: string,
  rename: (thing: Thing) => Promise<boolean>,
): Promise<Thing> => {
  for (;;) {
    const thing = await find();
    if (!thing) throw notFound();
    if (thing.name === name || (await rename(thing))) return { ...thing, name };
  }
};

/** Gives an organization another name. */
export const changeOrganization = async (
  { table, now }: RenameDeps,
  { organizationId, role }: { readonly organizationId: string; readonly role: Role },
  { user, body: { name } }: Input<NewOrganization>,
): Promise<OrganizationView> => {
  const organization = await renamed(
    () => findOrganization(table, organizationId),
    name,
    (found) => renameOrganization(table, found, { name, actor: user, now: now() }),
  );
  return viewOrganization(organization, role);
};

/** Gives a project another name. */
export const changeProject = async (
  { table, now }: RenameDeps,
  { projectId }: { readonly projectId: string },
  { user, body: { name } }: Input<NewProject>,
): Promise<ProjectView> =>
  viewProject(
    await renamed(
      () => findProject(table, projectId),
      name,
      (found) => renameProject(table, found, { name, actor: user, now: now() }),
    ),
  );
