import * as z from 'zod';
import { Pass, type TenantOwner } from '#lib/domain/transcriptions/erase-tenant.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import {
  type Due,
  firstDue,
  listDue,
  removeFromDueIndex,
  rescheduleSweep,
} from '#lib/platform/due-index/due-index.ts';
import { sweepEach } from '#lib/platform/due-index/sweep-each.ts';
import { dayMs, later, minuteMs, secondMs } from '#lib/platform/durations.ts';
import { log } from '#lib/platform/log.ts';
import { Mode, modes, tenantOf } from '#lib/platform/tenant.ts';
import { Project } from './organization.ts';

/** The prefix of deleted projects in the index of what is due. */
export const erasureDue = 'projects';

/**
 * Time after the deletion in which data may still arrive: a live session ends, an upload is posted, or the list index
 * catches up.
 */
const settledMs = dayMs;
const busyMs = 50 * secondMs;
/** The first pause after a pass that found nothing. */
const idleMs = 15 * minuteMs;
const maxEraseMs = 30 * secondMs;

export type EraseProjectsDeps = {
  readonly table: Pick<Table, 'query' | 'update'>;
  /** Erases the data of one mode of a project, up to the given time. Continues where the last run ended. */
  readonly erase: (owner: TenantOwner, until: Date, from: Pass | undefined) => Promise<Pass>;
  readonly now: () => Date;
};

const DeletedProject = Project.extend({ passes: z.partialRecord(Mode, Pass).default({}) });

/**
 * When to check again a project that holds nothing. Undefined after the last time. The pauses grow with the age of the
 * deletion: people may delete thousands of empty projects, and each pass takes time from projects with data.
 */
const nextPassAt = (deletedAt: Date, now: Date): Date | undefined => {
  const settledAt = later(deletedAt, settledMs);
  if (now >= settledAt) return undefined;
  const next = later(now, Math.max(idleMs, now.getTime() - deletedAt.getTime()));
  return next < settledAt ? next : settledAt;
};

/** Erases a deleted project repeatedly until a day has passed. */
const handle = async (
  { table, erase, now }: EraseProjectsDeps,
  due: Due,
  deadline: Date,
): Promise<boolean> => {
  const begunAt = now();
  const item = await rescheduleSweep(table, due, later(begunAt, busyMs));
  if (!item) return false;
  const { id, organizationId, deletedAt = due.dueAt, passes } = DeletedProject.parse(item);
  const ownEnd = later(begunAt, maxEraseMs);
  const until = ownEnd < deadline ? ownEnd : deadline;
  const eraseMode = async (mode: Mode) =>
    [mode, await erase({ tenant: tenantOf(id, mode), organizationId }, until, passes[mode])] as const;
  const erased = await Promise.all(modes.map(eraseMode));
  const seen = { key: due.key, dueAt: later(begunAt, busyMs).toISOString() };
  await table.update({
    key: seen.key,
    set: 'SET passes = :passes',
    where: 'due_at = :seen',
    values: { ':seen': seen.dueAt, ':passes': Object.fromEntries(erased) },
  });
  if (erased.some(([, { isEmpty, after }]) => !isEmpty || after)) return true;
  const next = nextPassAt(new Date(deletedAt), begunAt);
  if (next) {
    await rescheduleSweep(table, seen, next);
    return false;
  }
  await removeFromDueIndex(table, seen);
  log.info('project.erased', { project_id: id });
  return true;
};

/** Erases the data of deleted projects. */
export const eraseProjects = (deps: EraseProjectsDeps): Promise<void> =>
  sweepEach({
    now: deps.now,
    concurrency: 8,
    list: (at, from = firstDue(erasureDue)) => listDue(deps.table, from, at),
    logFields: ({ key }) => ({ project_id: key.pk }),
    handle: (due, deadline) => handle(deps, due, deadline),
  });
