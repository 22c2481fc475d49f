import { AppError } from '#lib/platform/errors.ts';
import { type GetDeps, getTranscription } from '#lib/domain/transcriptions/get-transcription.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import { callerOf } from './caller.ts';
import type { Verifier } from './verifier.ts';
import { type Ending, InjectedFault } from './worker.ts';

/** Whether the owner of the job can still read any of its text. */
const showsText = async (deps: GetDeps, { tenant, id }: JobRef): Promise<boolean> => {
  try {
    const view = await getTranscription(deps, callerOf(tenant), {
      id,
      query: { wait: 0, include: 'words' },
      remainingMs: () => Infinity,
    });
    return (view.transcript ?? view.translated_text ?? view.segments ?? view.words ?? null) !== null;
  } catch (error) {
    if (error instanceof AppError && error.type === 'expired') return false;
    throw error;
  }
};

/** Checks that every requested deletion succeeds, and that only requested deletions happen. */
export const newDeletionVerifier = (database: MemoryDatabase, verifier: Verifier) => {
  const requestedIds = new Set<string>();
  const answeredIds = new Set<string>();
  return {
    isRequested: (id: string): boolean => requestedIds.has(id),
    requested: (id: string): void => void requestedIds.add(id),
    /** A deletion may only fail because of an injected fault. */
    ended: (id: string, ending: Ending): void => {
      if (ending.kind === 'threw' && !(ending.error instanceof InjectedFault))
        verifier.report(`the deletion of ${id} fails without a fault: ${String(ending.error)}`);
      if (ending.kind !== 'returned') return;
      answeredIds.add(id);
      for (const { job } of database.rows.values())
        verifier.check(
          job.id !== id || job.deletedAt !== null,
          () => `the deletion of ${id} is answered, but the job is not deleted`,
        );
    },
    /** Call it after the last event. */
    verify: async (deps: GetDeps): Promise<void> => {
      for (const id of requestedIds)
        verifier.check(answeredIds.has(id), () => `the deletion of ${id} is never answered`);
      for (const { job } of database.rows.values()) {
        verifier.check(
          requestedIds.has(job.id) || job.deletedAt === null,
          () => `${job.id} is deleted without a request`,
        );
        const isShown = requestedIds.has(job.id) && (await showsText(deps, job));
        verifier.check(!isShown, () => `${job.id} is deleted, but shows its text`);
      }
    },
  };
};
export type DeletionVerifier = ReturnType<typeof newDeletionVerifier>;
