import type { Caller } from '#lib/domain/auth/caller.ts';
import { log } from '#lib/platform/log.ts';
import { cleanUp, type CleanUpDeps } from './clean-up.ts';
import { refOf, unknownTranscription } from './find-transcription.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { isTerminal } from './transcription.ts';

export type DeleteDeps = Required<CleanUpDeps> & {
  readonly store: Pick<TranscriptionRepository, 'cancel' | 'erase'>;
};

/**
 * Cancels an unfinished job without a charge, and erases text and audio of any job. The ledger line stays. Repeating it
 * has no effect. Throws `not_found` for an id outside the caller's project.
 */
export const deleteTranscription = async (
  deps: DeleteDeps,
  caller: Pick<Caller, 'tenant'>,
  id: string,
): Promise<void> => {
  const ref = refOf(caller, id);
  const found = await deps.store.find(ref);
  if (!found) throw unknownTranscription();
  if (found.deletedAt !== null) return;
  const canceled = isTerminal(found.status) ? undefined : await deps.store.cancel(ref, deps.now());
  // The job may end between the read and the cancellation. Then its text must be erased in a second step.
  const deleted = canceled ?? (await deps.store.erase(ref, deps.now()));
  if (!deleted) return;
  log.info('transcription.deleted', { transcription_id: id, status: deleted.status });
  await cleanUp(deps, deleted);
};
