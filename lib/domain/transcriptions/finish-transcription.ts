import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { TranslatorFault } from '#lib/speech/translation/translator.ts';
import { ChunkText, type Segment } from './chunk-text.ts';
import { type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import { chunkTextKey, resultKey } from './keys.ts';
import { logJob } from './log-fields.ts';
import { mergeResult } from './result.ts';
import { translateSegments, type TranslateDeps } from './translate-segments.ts';
import { type Claim, isCharged, allChunksDone, type Transcription } from './transcription.ts';

export type FinishDeps = CleanUpDeps &
  TranslateDeps & {
    readonly audio: Pick<Bucket, 'get' | 'put'>;
    readonly results: Pick<Bucket, 'putOnce' | 'remove'>;
    /** Throws `language_not_supported` when the texts read as if the engine did not know their language. */
    readonly assertSpokenLanguage: (segments: readonly Segment[]) => void;
  };

const parallelReads = 32;

const readSegments = async (deps: FinishDeps, claim: Claim, chunkCount: number): Promise<Segment[]> => {
  const read = async (index: number): Promise<Segment[]> => {
    const stored = await deps.audio.get(chunkTextKey(claim, index));
    if (!stored) throw new Error('The text of a chunk is not in the bucket.');
    return ChunkText.parse(JSON.parse(stored.toString())).segments;
  };
  const segments: Segment[] = [];
  for (let from = 0; from < chunkCount; from += parallelReads) {
    const page = Array.from({ length: Math.min(parallelReads, chunkCount - from) }, (_, at) =>
      read(from + at),
    );
    segments.push(...(await Promise.all(page)).flat());
  }
  return segments;
};

/** `signal` says that the time is up, `isLastTry` that nobody comes again. */
export type Finishing = { readonly signal: AbortSignal; readonly isLastTry: boolean };

/** Nothing but the bytes of the result is left when it is written: those of five hours are some megabytes. */
const merge = async (deps: FinishDeps, job: Transcription, signal: AbortSignal) => {
  const segments = await readSegments(deps, job, job.chunkCount ?? 0);
  deps.assertSpokenLanguage(segments);
  const result = mergeResult(segments, await translateSegments(deps, job, { segments, signal }));
  const detectedLanguage = result.detectedLanguages[0]?.language ?? null;
  return { body: Buffer.from(JSON.stringify(result)), detectedLanguage };
};

const complete = async (deps: FinishDeps, job: Transcription, signal: AbortSignal): Promise<boolean> => {
  const { body, detectedLanguage } = await merge(deps, job, signal);
  await deps.results.putOnce(resultKey(job), body, 'application/json');
  return deps.store.complete(job, {
    now: deps.now(),
    detectedLanguage,
    billedMicroUsd: isCharged(job) ? chargeMicroUsd(job.audioMs ?? 0) : 0,
  });
};

/** What ends the job, if the error does: a translator may be out of reach for as long as somebody comes again. */
const endOf = (error: unknown, isLastTry: boolean): JobFailure | undefined => {
  if (error instanceof JobFailure) return error;
  if (!isLastTry || !(error instanceof TranslatorFault)) return undefined;
  return new JobFailure('translation_failed', 'The text could not be translated. Retry the job.');
};

/** Merges the chunks of a joined job into its result, completes and charges it, once whoever calls how often. */
export const finishTranscription = async (
  deps: FinishDeps,
  claim: Claim,
  { signal, isLastTry }: Finishing,
): Promise<void> => {
  const job = await deps.store.find(claim);
  if (job?.status !== 'processing' || job.attempt !== claim.attempt || !allChunksDone(job)) return;
  logJob(job);
  try {
    const completed = await complete(deps, job, signal);
    if (completed) {
      log.info('transcription.completed', {
        transcription_id: job.id,
        audio_ms: job.audioMs,
        chunks: job.chunkCount,
        queue_to_text_ms: deps.now().getTime() - Date.parse(job.createdAt),
      });
    }
    // Whoever came too late may have written a result that its owner has deleted meanwhile.
    await cleanUpIfEnded(deps, claim);
  } catch (error) {
    const failure = endOf(error, isLastTry);
    if (failure) return failTranscription(deps, claim, failure);
    // Another finisher may have been first, and have removed what this one was reading.
    if (!(await cleanUpIfEnded(deps, claim))) throw error;
  }
};
