import * as z from 'zod';
import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { type PageQuery, toPage } from '#lib/platform/http/cursor.ts';
import { listRows } from '#lib/platform/http/list-rows.ts';
import { organizationList, Project, projectList } from './organization.ts';
import { findMembership, findOrganization } from './organization-repository.ts';
import {
  type OrganizationPage,
  type OrganizationView,
  type ProjectPage,
  viewOrganization,
  viewProject,
} from './views.ts';

const Row = z.object({ id: z.string() });

/** The organization as a member sees it; undefined for a person who has left it. */
const findOwn = async (
  table: Pick<Table, 'get'>,
  user: User,
  id: string,
): Promise<OrganizationView | undefined> => {
  const [organization, membership] = await Promise.all([
    findOrganization(table, id),
    findMembership(table, { organizationId: id, userId: user.id }),
  ]);
  return organization && membership && viewOrganization(organization, membership.role);
};

/** The organizations that the user is a member of, newest first. */
export const listOrganizations = async (
  table: Pick<Table, 'get' | 'query'>,
  user: User,
  query: PageQuery,
): Promise<OrganizationPage> => {
  const { rows, next } = await listRows(table, organizationList(user.id), query);
  const found = await Promise.all(rows.map((row) => findOwn(table, user, Row.parse(row).id)));
  return toPage(
    found.filter((organization) => organization !== undefined),
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
  const projects = rows.map((row) => Project.parse(row));
  return toPage(projects.filter(({ deletedAt }) => deletedAt === undefined).map(viewProject), next);
};
