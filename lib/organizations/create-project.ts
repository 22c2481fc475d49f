import type { Table } from '#lib/aws/table.ts';
import { assertSameBody } from '#lib/idempotency.ts';
import type { Project } from './organization.ts';
import { putProject } from './store.ts';
import { type NewProject, type ProjectView, viewProject } from './views.ts';

export type CreateProjectDeps = {
  readonly table: Pick<Table, 'transact'>;
  readonly now: () => Date;
  readonly newId: () => string;
};

/** Makes a project of an organization. A replay under the same Idempotency-Key is the same one. */
export const createProject = async (
  deps: CreateProjectDeps,
  { organizationId }: { readonly organizationId: string },
  input: { readonly body: NewProject; readonly bodyFingerprint: string },
): Promise<{ readonly answer: ProjectView; readonly replayed: boolean }> => {
  const project: Project = {
    id: deps.newId(),
    organizationId,
    name: input.body.name,
    createdAt: deps.now().toISOString(),
    fingerprint: input.bodyFingerprint,
  };
  const existing = await putProject(deps.table, project);
  if (existing) assertSameBody(existing.fingerprint, project.fingerprint);
  return { answer: viewProject(existing ?? project), replayed: existing !== undefined };
};
