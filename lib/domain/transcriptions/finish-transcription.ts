import { joinSpeech } from '#lib/speech/engines/join-speech.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { someAtOnce } from '#lib/platform/some-at-once.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { TranslatorFault } from '#lib/speech/translation/translator.ts';
import { ChunkText } from './chunk-text.ts';
import { type CleanUpDeps, cleanUpIfEnded } from './clean-up.ts';
import { failTranscription } from './fail-transcription.ts';
import { formatSegments, formatTranslations, redactBorders } from './format-segments.ts';
import { chunkTextKey, resultKey } from './keys.ts';
import { logJob } from './log-fields.ts';
import { readPartTexts } from './part-texts.ts';
import { allPartsDone, chunksByPart } from './part-progress.ts';
import { inSpokenOrder, mergeResult } from './result.ts';
import { translateSegments, type TranslateDeps, translationLanguages } from './translate-segments.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import {
  billableMs,
  type Claim,
  isCharged,
  sourceKindOf,
  type SpeechRequest,
  type Transcription,
} from './transcription.ts';

export type FinishDeps = CleanUpDeps &
  TranslateDeps & {
    readonly store: Pick<TranscriptionRepository, 'complete'>;
    readonly audio: Pick<Bucket, 'get' | 'put'>;
    readonly results: Pick<Bucket, 'putOnce' | 'remove'>;
    /** Throws a `JobFailure` if there is speech and none of it was understood by the models of this request. */
    readonly assertUnderstood: (speech: ChunkText, request: SpeechRequest) => void;
  };

/** The number of objects that the finisher reads at once. */
export const parallelReads = 32;

/**
 * The texts were deleted, for example before the table was restored. They do not come back, so the job fails at once.
 */
const textGone = (): JobFailure =>
  new JobFailure('internal_error', 'A recognized part of the audio is gone. Retry the job.');

/** Reads the texts of the chunks in order. Where the texts of a part were joined, one read returns them all. */
const readTexts = async (deps: FinishDeps, job: Transcription): Promise<ChunkText> => {
  const read = async (index: number): Promise<ChunkText> => {
    const stored = await deps.audio.get(chunkTextKey(job, index));
    if (!stored) throw textGone();
    return ChunkText.parse(JSON.parse(stored.toString()));
  };
  const readPart = async (chunks: readonly number[], part: number): Promise<ChunkText[]> =>
    (await readPartTexts(deps.audio, job, part)) ?? Promise.all(chunks.map(read));
  const parts = chunksByPart(job);
  // The texts of the last part of a job are never joined, so neither are those of a job with one part.
  const texts =
    parts.length > 1
      ? await someAtOnce([...parts.entries()], parallelReads, ([part, chunks]) => readPart(chunks, part))
      : [await someAtOnce(parts.flat(), parallelReads, read)];
  return joinSpeech(redactBorders(texts.flat(), job.request.redact));
};

/** `signal` fires when the time is up; `isLastTry` marks the last delivery. */
export type Finishing = { readonly signal: AbortSignal; readonly isLastTry: boolean };

/** A separate function, so that only the bytes of the result, some megabytes, stay in memory while it is written. */
const merge = async (deps: FinishDeps, job: Transcription, signal: AbortSignal) => {
  const speech = await readTexts(deps, job);
  deps.assertUnderstood(speech, job.request);
  const segments = formatSegments(inSpokenOrder(speech.segments), job.request);
  const texts = await translateSegments(deps, job, { segments, signal });
  const languages = translationLanguages(segments, job.request);
  const translations = texts && formatTranslations(segments, { texts, languages }, job.request);
  const result = mergeResult({ ...speech, segments }, translations);
  const { speechMs, unrecognizedMs } = result;
  const detectedLanguage = result.detectedLanguages[0]?.language ?? null;
  return { body: Buffer.from(JSON.stringify(result)), detectedLanguage, speechMs, unrecognizedMs };
};

const complete = async (deps: FinishDeps, job: Transcription, signal: AbortSignal): Promise<void> => {
  const { body, detectedLanguage, speechMs, unrecognizedMs } = await merge(deps, job, signal);
  await deps.results.putOnce(resultKey(job), body, 'application/json');
  const billedMicroUsd = isCharged(job) && speechMs > 0 ? chargeMicroUsd(billableMs(job)) : 0;
  const completed = await deps.store.complete(job, { now: deps.now(), detectedLanguage, billedMicroUsd });
  if (!completed) return;
  const fields = { transcription_id: job.id, audio_ms: job.audioMs, channels: job.channels };
  const queue_to_text_ms = deps.now().getTime() - Date.parse(job.createdAt);
  log.info('transcription.completed', {
    ...fields,
    speech_ms: speechMs,
    chunks: job.chunkCount,
    source: sourceKindOf(job),
    billed_micro_usd: billedMicroUsd,
    queue_to_text_ms,
  });
  if (unrecognizedMs > 0)
    log.info('transcription.speech_unrecognized', {
      ...fields,
      speech_ms: speechMs,
      unrecognized_ms: unrecognizedMs,
    });
};

/** Maps an error to a final failure, or undefined to retry. A translator outage fails the job only on the last delivery. */
const endOf = (error: unknown, isLastTry: boolean): JobFailure | undefined => {
  if (error instanceof JobFailure) return error;
  if (!isLastTry || !(error instanceof TranslatorFault)) return undefined;
  return new JobFailure('translation_failed', 'The text could not be translated. Retry the job.');
};

/** Merges the chunks into the result. Idempotent: concurrent or repeated calls complete and charge the job once. */
export const finishTranscription = async (
  deps: FinishDeps,
  claim: Claim,
  { signal, isLastTry }: Finishing,
): Promise<void> => {
  const job = await deps.store.find(claim);
  if (job?.status !== 'processing' || job.attempt !== claim.attempt || !allPartsDone(job)) return;
  logJob(job);
  try {
    await complete(deps, job, signal);
    // The owner may have deleted the job before this result was written.
    await cleanUpIfEnded(deps, claim);
  } catch (error) {
    const failure = endOf(error, isLastTry);
    if (failure) return failTranscription(deps, claim, failure);
    // Another finisher may have finished first and removed the chunks.
    if (!(await cleanUpIfEnded(deps, claim))) throw error;
  }
};
