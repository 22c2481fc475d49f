import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import { addLogFields } from '#lib/platform/log.ts';
import { type Mode, type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { findMembership, findProject } from './organization-repository.ts';

type Reader = Pick<Table, 'get'>;
type OrganizationRef = { readonly organizationId: string };
type ProjectRef = OrganizationRef & { readonly projectId: string };

const notFound = () => new AppError('not_found', 'You have no organization or project with this id.');

/** The organization with this id. Throws `not_found` unless it exists and the user is a member. */
export const requireOrganization =
  (table: Reader) =>
  async (user: Pick<User, 'id'>, organizationId: string): Promise<OrganizationRef> => {
    if (!isId('org', organizationId)) throw notFound();
    if (!(await findMembership(table, { id: organizationId, userId: user.id }))) throw notFound();
    addLogFields({ organization_id: organizationId });
    return { organizationId };
  };

/** The project with this id. Throws `not_found` unless it exists and the user is a member of its organization. */
export const requireProject =
  (table: Reader) =>
  async (user: Pick<User, 'id'>, projectId: string): Promise<ProjectRef> => {
    if (!isId('prj', projectId)) throw notFound();
    const project = await findProject(table, projectId);
    // Also read for an unknown project, so that the response time does not reveal which projects exist.
    const organizationId = project?.organizationId ?? 'org_none';
    if (!(await findMembership(table, { id: organizationId, userId: user.id }))) throw notFound();
    addLogFields({ project_id: projectId });
    return { projectId, organizationId };
  };

/** Like `requireProject`, for one of the project's two modes. */
export const requireTenant =
  (table: Reader) =>
  async (
    user: Pick<User, 'id'>,
    projectId: string,
    mode: Mode,
  ): Promise<OrganizationRef & { readonly tenant: Tenant }> => {
    const { organizationId } = await requireProject(table)(user, projectId);
    return { tenant: tenantOf(projectId, mode), organizationId };
  };
