import { expect, test } from 'vitest';
import { decodeChunk } from '#lib/speech/audio/chunk-file.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import { concurrentSends, sendChunks } from '#lib/domain/transcriptions/send-chunks.ts';
import { aTranscription } from '../../../support/transcription.ts';

const job = aTranscription({ status: 'processing', attempt: 1 });
const chunks = 10;

/** Cuts chunks that consist of one sample with their index, and counts the chunks. */
const cutting = () => {
  const cut = { count: 0, isStopped: false };
  const run = async function* (): AsyncGenerator<Chunk, string> {
    try {
      for (let index = 0; index < chunks; index += 1) {
        cut.count += 1;
        const place = { index, channel: null, startMs: index, endMs: index + 1, leadMs: 0 };
        yield { ...place, pcm: Int16Array.of(index) };
      }
      return 'all';
    } finally {
      cut.isStopped = true;
    }
  };
  return { cut, run };
};

/** A bucket whose writes wait until they are released, in any order. */
const slowBucket = () => {
  const writes: { readonly body: Buffer; readonly end: PromiseWithResolvers<void> }[] = [];
  const put = async (_key: string, body: Buffer | string): Promise<void> => {
    const end = Promise.withResolvers<void>();
    writes.push({ body: Buffer.from(body), end });
    await end.promise;
    // Detects a cutter that puts another chunk into the same bytes.
    if (!Buffer.from(body).equals(writes.find((one) => one.end === end)?.body ?? Buffer.alloc(0)))
      throw new Error('The chunk changed while it was written.');
  };
  return { put, writes };
};

/** Lets everything run that waits for nothing else. */
const turns = () => new Promise(setImmediate);

test('some chunks are stored at once while the next are cut, and no more than fit in memory', async () => {
  const { cut, run } = cutting();
  const { put, writes } = slowBucket();
  const sent: number[] = [];
  const sending = sendChunks(
    { audio: { put }, sendChunk: async ({ index }) => void sent.push(index) },
    job,
    run(),
  );
  await turns();
  expect([writes.length, cut.count]).toEqual([concurrentSends, concurrentSends + 1]);
  for (let released = 0; released < chunks; released += 1) {
    writes[released]?.end.resolve();
    await turns();
  }
  expect(await sending).toMatchObject({ result: 'all', chunkCount: chunks, waiting: [] });
  const all = Array.from({ length: chunks }, (_, index) => index);
  expect(sent).toEqual(all);
  expect(writes.map(({ body }) => decodeChunk(body).pcm[0])).toEqual(all);
});

test.each([0, 2, chunks - 1])(
  'after a chunk that cannot be stored, here %d, no write is left behind and the decoder is stopped',
  async (failing) => {
    const { cut, run } = cutting();
    const { put, writes } = slowBucket();
    const sending = sendChunks({ audio: { put }, sendChunk: async () => {} }, job, run());
    let outcome: unknown = 'pending';
    const settled = sending.then(
      () => (outcome = 'sent'),
      (error: unknown) => (outcome = error),
    );
    for (let released = 0; released < failing; released += 1) {
      await turns();
      writes[released]?.end.resolve();
    }
    await turns();
    writes[failing]?.end.reject(new Error('S3 is down.'));
    await turns();
    const unfinished = writes.slice(failing + 1);
    expect(outcome === 'pending').toBe(unfinished.length > 0);
    for (const { end } of unfinished) end.resolve();
    await settled;
    expect(outcome).toEqual(new Error('S3 is down.'));
    expect(cut.isStopped).toBe(true);
    expect(writes.length).toBeLessThanOrEqual(failing + concurrentSends);
  },
);
