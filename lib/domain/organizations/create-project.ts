import type { User } from '#lib/domain/auth/session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { assertSameBody, type Created, createdThenDeleted } from '#lib/platform/idempotency.ts';
import type { Limits } from '#lib/platform/limits/limits.ts';
import { limitReached } from '#lib/platform/limits/limit-reached.ts';
import { createdTooOften } from './count-creation.ts';
import type { Project } from './organization.ts';
import { putProject } from './organization-repository.ts';
import { notFound } from './require.ts';
import { type NewProject, type ProjectView, viewProject } from './views.ts';

export type CreateProjectDeps = {
  readonly table: Pick<Table, 'transact'>;
  readonly now: () => Date;
  readonly newId: () => string;
  readonly limits: Pick<Limits, 'projectsPerOrganization'>;
};

const tooMany = (max: number) =>
  limitReached(
    { limit: 'projects_per_organization_max', max },
    `Your organization has ${max} projects, the maximum. Ask the operator of this service for more.`,
  );

/** Creates a project in an organization. A replay under the same Idempotency-Key returns the same one. */
export const createProject = async (
  deps: CreateProjectDeps,
  { organizationId }: { readonly organizationId: string },
  input: { readonly user: User; readonly body: NewProject; readonly bodyFingerprint: string },
): Promise<Created<ProjectView>> => {
  const project: Project = {
    id: deps.newId(),
    organizationId,
    name: input.body.name,
    createdAt: deps.now().toISOString(),
    fingerprint: input.bodyFingerprint,
  };
  const { projectsPerOrganization: max } = deps.limits;
  const outcome = await putProject(deps.table, { project, actor: input.user }, max);
  if (outcome.kind === 'closed') throw notFound();
  if (outcome.kind === 'full') throw tooMany(max);
  if (outcome.kind === 'too_often') throw createdTooOften(new Date(project.createdAt));
  if (outcome.kind === 'put') return { value: viewProject(project), replayed: false };
  assertSameBody(outcome.existing.fingerprint, project.fingerprint);
  if (outcome.existing.deletedAt !== undefined) throw createdThenDeleted('project');
  return { value: viewProject(outcome.existing), replayed: true };
};
