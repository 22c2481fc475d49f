import type { Send } from '#lib/platform/aws/queue.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import type { ChunkMessage } from './messages.ts';
import type { Cut, SplitRefusal, TranscriptionRepository } from './transcription-repository.ts';
import { allPartsDone, partOf } from './part-progress.ts';
import { reportIfDone, type ReportDeps } from './report-part.ts';
import type { Claim, Transcription } from './transcription.ts';

export type RecordSplitDeps = CleanUpDeps &
  ReportDeps & {
    readonly store: Pick<TranscriptionRepository, 'markSplit'>;
    readonly sendChunk: Send<ChunkMessage>;
  };

const refused: Record<SplitRefusal, string> = {
  insufficient_credits:
    'The audio is longer, or has more channels, than its size and type suggested, and the credit of your organization does not cover it. Buy credit in the console, and queue the audio again.',
  test_quota_exceeded:
    'Your project has used up its audio in test mode for today. Queue the audio again after midnight in UTC, or with a live key.',
};

/** The cut of all audio of a job. `waiting` are the chunks that were stored but not sent. */
type Split = { readonly cut: Omit<Cut, 'now'>; readonly waiting: readonly number[] };

/**
 * Records the length of the audio, sends the chunks that waited for it, and calls the finisher if all chunks are done.
 * Throws a `JobFailure` if the audio may not be recognized.
 */
export const recordSplit = async (
  deps: RecordSplitDeps,
  job: Transcription,
  { cut, waiting }: Split,
): Promise<void> => {
  const { tenant, id, attempt } = job;
  const claim: Claim = { tenant, id, attempt };
  const after = await deps.store.markSplit(job, { ...cut, now: deps.now() });
  if (typeof after === 'string') throw new JobFailure(after, refused[after]);
  log.info('transcription.split', { transcription_id: id, chunks: cut.chunkCount });
  if (!after) return void (await cleanUpIfEnded(deps, claim));
  await Promise.all(waiting.map((index) => deps.sendChunk({ ...claim, index })));
  if (allPartsDone(after)) await deps.sendFinish(claim);
  // For audio that is cut in parts, each worker has reported its own part.
  else if (!cut.chunksOfParts) await reportIfDone(deps, after, partOf(cut.chunkCount - 1));
};
