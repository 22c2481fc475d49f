import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { isId } from '#lib/platform/ids.ts';
import { addLogFields, log } from '#lib/platform/log.ts';
import { type Mode, type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { findMembership, findProject } from './organization-repository.ts';
import { hasRight, type Right, type Role } from './roles.ts';

type Reader = Pick<Table, 'get'>;
type OrganizationRef = { readonly organizationId: string; readonly role: Role };
type ProjectRef = OrganizationRef & { readonly projectId: string };

/** A person at the console, with the right that the requested route requires. */
export type Requester = User & { readonly right: Right };
type AnyRequester = Pick<Requester, 'id' | 'right'>;

/** The answer to users who may not know whether an object exists, and to all users after it was deleted. */
export const notFound = () => new AppError('not_found', 'You have no organization or project with this id.');

/** The role of a member. Throws `not_found` for others, and `permission_denied` if the role lacks the right. */
const requireRole = async (table: Reader, organizationId: string, requester: AnyRequester): Promise<Role> => {
  const membership = await findMembership(table, { organizationId, userId: requester.id });
  if (!membership) throw notFound();
  const { role } = membership;
  if (hasRight(role, requester.right)) return role;
  log.info('permission.denied', { user_id: requester.id, organization_id: organizationId, role });
  throw new AppError(
    'permission_denied',
    `Your role in this organization, ${role}, does not allow this. Ask an owner of the organization.`,
  );
};

/** The organization with this id. Throws `not_found` unless it exists and the user is a member with the right. */
export const requireOrganization = async (
  table: Reader,
  requester: AnyRequester,
  organizationId: string,
): Promise<OrganizationRef> => {
  if (!isId('org', organizationId)) throw notFound();
  const role = await requireRole(table, organizationId, requester);
  addLogFields({ organization_id: organizationId });
  return { organizationId, role };
};

/** The project with this id. Throws `not_found` unless it exists and the user is a member of its organization. */
export const requireProject = async (
  table: Reader,
  requester: AnyRequester,
  projectId: string,
): Promise<ProjectRef> => {
  if (!isId('prj', projectId)) throw notFound();
  const project = await findProject(table, projectId);
  // Also read for an unknown project, so that the response time does not reveal which projects exist.
  const organizationId = project?.organizationId ?? 'org_none';
  const role = await requireRole(table, organizationId, requester);
  addLogFields({ project_id: projectId });
  return { projectId, organizationId, role };
};

/** One of the two modes of a project, as requests name it. */
export type AskedTenant = { readonly project_id: string; readonly mode: Mode };

/** Like `requireProject`, for one of the project's two modes. */
export const requireTenant = async (
  table: Reader,
  requester: AnyRequester,
  { project_id: projectId, mode }: AskedTenant,
): Promise<{ readonly organizationId: string; readonly tenant: Tenant }> => {
  const { organizationId } = await requireProject(table, requester, projectId);
  return { tenant: tenantOf(projectId, mode), organizationId };
};
