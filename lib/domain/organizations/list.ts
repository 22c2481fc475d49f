import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { toPage } from '#lib/platform/http/cursor.ts';
import { listRows, type PageQuery } from '#lib/platform/http/list-rows.ts';
import { Membership, organizationList, Project, projectList } from './organization.ts';
import { type OrganizationPage, type ProjectPage, viewOrganization, viewProject } from './views.ts';

/** The organizations that the user is a member of, newest first. */
export const listOrganizations = async (
  table: Pick<Table, 'query'>,
  user: User,
  query: PageQuery,
): Promise<OrganizationPage> => {
  const { rows, next } = await listRows(table, organizationList(user.id), query);
  return toPage(
    rows.map((row) => viewOrganization(Membership.parse(row))),
    next,
  );
};

/** The projects of an organization, newest first. */
export const listProjects = async (
  table: Pick<Table, 'query'>,
  { organizationId }: { readonly organizationId: string },
  query: PageQuery,
): Promise<ProjectPage> => {
  const { rows, next } = await listRows(table, projectList(organizationId), query);
  return toPage(
    rows.map((row) => viewProject(Project.parse(row))),
    next,
  );
};
