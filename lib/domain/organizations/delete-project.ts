import { makeDue } from '#lib/platform/due-index/due-index.ts';
import { ttlAt } from '#lib/platform/durations.ts';
import { AppError } from '#lib/platform/errors.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { removeMember } from '#lib/platform/limits/id-set.ts';
import { projectsOf } from '#lib/platform/limits/id-sets.ts';
import { log } from '#lib/platform/log.ts';
import { assigning, type Table, type Write } from '#lib/platform/aws/table.ts';
import { type Actor, audited } from './audit-log.ts';
import { erasureDue } from './erase-projects.ts';
import { type Project, projectKey, projectList } from './organization.ts';
import { findProject } from './organization-repository.ts';
import { notFound } from './require.ts';
import { stillHasRight } from './still-has-right.ts';

export type DeleteProjectDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  /** The writes that revoke the project's keys. They are refused if a key was created or revoked in the meantime. */
  readonly closeKeys: (projectId: string, now: Date) => Promise<readonly Write[]>;
  readonly now: () => Date;
};

// Each further refusal means that a key was created or revoked, or that the project was deleted, between the read and the write.
const maxTries = 3;

/**
 * The writes that end a project and request the erasure of its data. The project's own item stays, because charges
 * refer to it.
 */
const ended = (project: Project, actor: Actor, now: Date): Write[] => {
  const { id, organizationId, name } = project;
  const deletedAt = now.toISOString();
  const due = makeDue(erasureDue, id, now);
  return [
    {
      update: {
        key: projectKey(id),
        set: `SET deletedAt = :now, ${due.set}`,
        where: 'attribute_not_exists(deletedAt)',
        values: { ...due.values, ':now': deletedAt },
      },
    },
    {
      update: {
        key: rowKey(projectList(organizationId), project),
        ...assigning({ deletedAt, ttl: ttlAt(now) }),
      },
    },
    { update: removeMember(projectsOf(organizationId), id) },
    audited({ organizationId, actor, now, action: 'project.deleted', target: { id, name } }),
  ];
};

/**
 * Deletes a project. From the next request on, its keys are refused and its pages are not found. A worker then cancels
 * its jobs and erases its data. The ledger and the audit log stay. Throws `not_found`.
 */
export const deleteProject = async (
  { table, closeKeys, now }: DeleteProjectDeps,
  { projectId }: { readonly projectId: string },
  actor: Actor,
): Promise<void> => {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const project = await findProject(table, projectId);
    if (!project) throw notFound();
    const at = now();
    const outcome = await table.transact([
      stillHasRight({ organizationId: project.organizationId, userId: actor.id }, 'manage'),
      ...ended(project, actor, at),
      ...(await closeKeys(projectId, at)),
    ]);
    if (outcome.done) {
      log.info('project.deleted', { project_id: projectId });
      return;
    }
    if (outcome.reasons[0]?.refused) throw notFound();
  }
  throw new AppError(
    'invalid_state',
    'Keys of the project are being created or revoked at this moment. Delete the project again when that is done.',
  );
};
