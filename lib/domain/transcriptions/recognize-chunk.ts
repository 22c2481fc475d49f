import { decodeChunk } from '#lib/speech/audio/chunk-file.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { RecognizedChunk } from '#lib/speech/engines/recognize-heard.ts';
import { log } from '#lib/platform/log.ts';
import { inChannel } from './chunk-text.ts';
import { removeIfEnded } from './clean-up.ts';
import { redactSegments } from './format-segments.ts';
import { chunkAudioKey, chunkTextKey } from './keys.ts';
import { logJob } from './log-fields.ts';
import type { ChunkMessage } from './messages.ts';
import { joinPartTexts } from './part-texts.ts';
import { allPartsDone, isPartDone, partOf, type PartProgress } from './part-progress.ts';
import { reportPart, type ReportDeps } from './report-part.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import type { SpeechRequest, Transcription } from './transcription.ts';

export type RecognizeDeps = ReportDeps & {
  readonly store: Pick<TranscriptionRepository, 'find' | 'markChunkDone' | 'noteChunkStart' | 'noteProgress'>;
  readonly audio: Pick<Bucket, 'get' | 'put' | 'remove'>;
  readonly recognize: (chunk: Chunk, request: SpeechRequest) => Promise<RecognizedChunk>;
};

const isCurrent = (job: Transcription | undefined, { attempt }: ChunkMessage): job is Transcription =>
  job?.status === 'processing' && job.attempt === attempt;

const removeUnwanted = (
  deps: RecognizeDeps,
  { index, resent: _resent, ...claim }: ChunkMessage,
): Promise<void> => removeIfEnded(deps, claim, [chunkAudioKey(claim, index), chunkTextKey(claim, index)]);

/** Recognizes a chunk and counts it. Undefined if the job ended in the meantime and its audio is gone. */
const recognizeAudio = async (
  deps: RecognizeDeps,
  job: Transcription,
  message: ChunkMessage,
): Promise<PartProgress | undefined> => {
  const { index, resent, ...claim } = message;
  if (resent) await deps.store.noteChunkStart({ ...claim, index }, deps.now());
  const stored = await deps.audio.get(chunkAudioKey(claim, index));
  if (!stored) {
    if (isCurrent(await deps.store.find(claim), message)) throw new Error('The chunk is not in the bucket.');
    return undefined;
  }
  const chunk = decodeChunk(stored);
  const speech = await deps.recognize(chunk, job.request);
  // A number that continues in the next chunk is redacted by the finisher, which knows both sides.
  const segments = redactSegments(speech.segments, job.request.redact);
  const text = inChannel({ ...speech, segments }, chunk.channel);
  await deps.audio.put(chunkTextKey(claim, index), JSON.stringify(text), 'application/json');
  const done = { spanMs: chunk.endMs - chunk.startMs, now: deps.now() };
  const progress = await deps.store.markChunkDone({ ...claim, index }, done);
  log.info('transcription.chunk_recognized', { transcription_id: claim.id, index });
  if (job.sweeps > 0) await deps.store.noteProgress(claim, done.now);
  return progress;
};

/**
 * Recognizes and counts one chunk, unless that was done before. The last chunk of a part reports the part, and the last
 * part calls the finisher. Drops a chunk that is no longer needed.
 */
export const recognizeChunk = async (deps: RecognizeDeps, message: ChunkMessage): Promise<void> => {
  const { index, resent: _resent, ...claim } = message;
  const part = partOf(index);
  const [job, before] = await Promise.all([
    deps.store.find(claim),
    deps.store.findPartProgress({ ...claim, part }),
  ]);
  if (!isCurrent(job, message)) return removeUnwanted(deps, message);
  logJob(job);
  const progress = before?.doneChunks.has(index) ? before : await recognizeAudio(deps, job, message);
  if (!progress) return;
  // During the work the part may have been cut completely, or the job deleted.
  const current = isPartDone(job, progress) ? job : await deps.store.find(claim);
  if (!isCurrent(current, message)) return removeUnwanted(deps, message);
  if (!isPartDone(current, progress)) return;
  const after = await reportPart(deps, { ...claim, part });
  if (!after) return removeUnwanted(deps, message);
  if (!allPartsDone(after)) await joinPartTexts(deps, claim, progress);
};
