import type { Bucket } from '#lib/platform/aws/bucket.ts';
import type { Send } from '#lib/platform/aws/queue.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { chunkEncoder } from '#lib/speech/audio/chunk-file.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import { chunkAudioKey } from './keys.ts';
import type { ChunkMessage } from './messages.ts';
import type { Transcription } from './transcription.ts';

export type SendChunksDeps = {
  readonly audio: Pick<Bucket, 'put'>;
  readonly sendChunk: Send<ChunkMessage>;
};

/**
 * Whether this much audio may be recognized before the total length is known. The amount is small, so that a later
 * refusal wastes little.
 */
export const isGranted = ({ tenant, heldMicroUsd }: Transcription, cutMs: number): boolean => {
  if (modeOf(tenant) === 'test') return false;
  return heldMicroUsd === null || chargeMicroUsd(cutMs) <= heldMicroUsd;
};

/** The outcome of the cut. `waiting` are the chunks that were stored but not sent. */
export type Sent<Result> = {
  readonly result: Result;
  readonly chunkCount: number;
  readonly channels: number;
  readonly waiting: readonly number[];
};

/** The number of chunks, of about a megabyte each, that are stored and sent at once. */
export const concurrentSends = 4;

/**
 * Stores and sends chunks while the next ones are decoded. If something fails, waits for the running writes: an object
 * that is written after the clean-up would never be removed.
 */
export const sendChunks = async <Result>(
  deps: SendChunksDeps,
  job: Transcription,
  chunks: AsyncIterator<Chunk, Result>,
): Promise<Sent<Result>> => {
  const claim = { tenant: job.tenant, id: job.id, attempt: job.attempt };
  const waiting: number[] = [];
  let chunkCount = 0;
  // Each channel has a chunk, because all are equally long.
  let channels = 1;
  let cutMs: number | undefined;
  const count = ({ channel, startMs, endMs }: Chunk): void => {
    chunkCount += 1;
    channels = Math.max(channels, (channel ?? 0) + 1);
    cutMs = (cutMs ?? startMs) + endMs - startMs;
  };
  const send = async ({ index }: Chunk, chunk: Buffer): Promise<void> => {
    const granted = isGranted(job, cutMs ?? 0);
    if (!granted) waiting.push(index);
    await deps.audio.put(chunkAudioKey(claim, index), chunk, 'application/octet-stream');
    if (granted) await deps.sendChunk({ ...claim, index });
  };
  // Chunks use the lanes in turn. Each lane has its own encoder, and so its own memory.
  const lanes = Array.from({ length: concurrentSends }, () => ({
    encode: chunkEncoder(),
    sending: Promise.resolve(),
  }));
  const allSent = () => lanes.map(({ sending }) => sending);
  try {
    for (;;) {
      const lane = lanes[chunkCount % lanes.length];
      if (!lane) throw new Error('There is a lane for each chunk.');
      const [cut, sent] = await Promise.allSettled([chunks.next(), lane.sending]);
      if (cut.status === 'rejected') throw cut.reason;
      if (sent.status === 'rejected') throw sent.reason;
      const { done, value } = cut.value;
      if (done) {
        await Promise.all(allSent());
        return { result: value, chunkCount, channels, waiting };
      }
      count(value);
      lane.sending = send(value, lane.encode(value));
      // A rejection is handled when the lane is used again, or at the end.
      lane.sending.catch(() => {});
    }
  } finally {
    await Promise.allSettled(allSent());
    // Stops the decoder if it still runs.
    await chunks.return?.();
  }
};
