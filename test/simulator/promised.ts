import { AppError } from '#lib/platform/errors.ts';
import { type GetDeps, getTranscription } from '#lib/domain/transcriptions/get-transcription.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import type { MemoryDatabase } from '../support/memory-repository.ts';
import { callerOf } from './customer.ts';
import type { Judge } from './judge.ts';
import { type Ending, Injected } from './worker.ts';

/** Whether the owner of the job still sees any text of it. */
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

/** Which deletions were asked for and which were answered, and whether the world is as they say. */
export const newPromised = (database: MemoryDatabase, judge: Judge) => {
  const asked = new Set<string>();
  const answered = new Set<string>();
  return {
    isAsked: (id: string): boolean => asked.has(id),
    asked: (id: string): void => void asked.add(id),
    /** A deletion may stumble over what was thrown in its way, and over nothing else. */
    ended: (id: string, ending: Ending): void => {
      if (ending.kind === 'threw' && !(ending.error instanceof Injected))
        judge.report(`the deletion of ${id} throws by itself: ${String(ending.error)}`);
      if (ending.kind !== 'returned') return;
      answered.add(id);
      for (const { job } of database.rows.values())
        judge.must(
          job.id !== id || job.deletedAt !== null,
          () => `the deletion of ${id} is answered and not done`,
        );
    },
    /** To be called when nothing happens any more. */
    check: async (deps: GetDeps): Promise<void> => {
      for (const id of asked) judge.must(answered.has(id), () => `the deletion of ${id} is never answered`);
      for (const { job } of database.rows.values()) {
        judge.must(asked.has(job.id) || job.deletedAt === null, () => `${job.id} is deleted, unasked`);
        const isShown = asked.has(job.id) && (await showsText(deps, job));
        judge.must(!isShown, () => `${job.id} is deleted and shows its text`);
      }
    },
  };
};
export type Promised = ReturnType<typeof newPromised>;
