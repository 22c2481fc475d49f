import { decodeChunk } from '#lib/speech/audio/chunk-file.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import type { RecognizedChunk } from '#lib/speech/engines/recognize-heard.ts';
import { log } from '#lib/platform/log.ts';
import { inChannel } from './chunk-text.ts';
import { removeIfEnded } from './clean-up.ts';
import { redactSegments } from './format-segments.ts';
import { chunkAudioKey, chunkTextKey } from './keys.ts';
import { logJob } from './log-fields.ts';
import type { ChunkMessage } from './messages.ts';
import { joinPartTexts } from './part-texts.ts';
import type { TranscriptionRepository } from './transcription-repository.ts';
import { type Claim, allChunksDone, type SpeechRequest, type Transcription } from './transcription.ts';

export type RecognizeDeps = {
  readonly store: Pick<TranscriptionRepository, 'find' | 'markChunkDone' | 'noteChunkStart'>;
  readonly audio: Pick<Bucket, 'get' | 'put' | 'remove'>;
  readonly recognize: (chunk: Chunk, request: SpeechRequest) => Promise<RecognizedChunk>;
  readonly sendFinish: Send<Claim>;
  readonly now: () => Date;
};

const isWanted = (job: Transcription | undefined, { attempt, index }: ChunkMessage): job is Transcription =>
  job?.status === 'processing' && job.attempt === attempt && !job.doneChunks.has(index);

const removeUnwanted = (
  deps: RecognizeDeps,
  { index, resent: _resent, ...claim }: ChunkMessage,
): Promise<void> => removeIfEnded(deps, claim, [chunkAudioKey(claim, index), chunkTextKey(claim, index)]);

/** Recognizes and counts one chunk, and calls the finisher after the last one. Drops a chunk that is no longer needed. */
export const recognizeChunk = async (deps: RecognizeDeps, message: ChunkMessage): Promise<void> => {
  const { index, resent, ...claim } = message;
  const job = await deps.store.find(claim);
  if (!isWanted(job, message)) return removeUnwanted(deps, message);
  logJob(job);
  if (resent) await deps.store.noteChunkStart({ ...claim, index }, deps.now());
  const stored = await deps.audio.get(chunkAudioKey(claim, index));
  if (!stored) {
    if (isWanted(await deps.store.find(claim), message)) throw new Error('The chunk is not in the bucket.');
    return;
  }
  const chunk = decodeChunk(stored);
  const speech = await deps.recognize(chunk, job.request);
  // Numbers that go on in the next chunk are redacted by the finisher: neither chunk has all of their digits.
  const segments = redactSegments(speech.segments, job.request.redact);
  const text = inChannel({ ...speech, segments }, chunk.channel);
  await deps.audio.put(chunkTextKey(claim, index), JSON.stringify(text), 'application/json');
  const spanMs = chunk.endMs - chunk.startMs;
  const after = await deps.store.markChunkDone(claim, { index, spanMs, now: deps.now() });
  log.info('transcription.chunk_recognized', { transcription_id: claim.id, index });
  if (!after) return removeUnwanted(deps, message);
  if (allChunksDone(after)) await deps.sendFinish(claim);
  else await joinPartTexts(deps, after, index);
};
