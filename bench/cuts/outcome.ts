import { readFile } from 'node:fs/promises';
import { joinCuts } from '#lib/domain/transcriptions/parts.ts';
import { sliceFetcher } from '#lib/domain/transcriptions/fetch-slice.ts';
import { keepHeads } from '#lib/domain/transcriptions/slice-heads.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import type { Span } from '#lib/speech/audio/channel-splitter.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import { audioCutter, partCutter } from '#lib/speech/audio/cut.ts';
import { readFileAt } from '#lib/speech/audio/byte-reader.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import type { Slice } from '#lib/speech/audio/parts/plan.ts';
import { planParts } from '#lib/speech/audio/parts/plan-parts.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { memoryBucket } from '../../test/support/memory-bucket.ts';
import { ffmpegUnderTest } from '../../test/support/speech.ts';
import { aTranscription } from '../../test/support/transcription.ts';

const decoder = {
  ffmpegPath: ffmpegUnderTest,
  lengths: speechModels['moonshine-tiny'].chunks,
};
const { signal } = new AbortController();

export type Outcome =
  | { readonly chunks: readonly Span[]; readonly audioMs: number }
  | { readonly failure: string };

/** The requests and bytes that one part has read. `ownBytes` is its size between its borders. */
export type Reading = { readonly requests: number; readonly bytes: number; readonly ownBytes: number };

export type InParts =
  | { readonly way: 'as one'; readonly reason: string }
  | { readonly way: 'refused'; readonly outcome: Outcome }
  | { readonly way: 'given up'; readonly reason: string; readonly readings: readonly Reading[] }
  | { readonly way: 'in parts'; readonly outcome: Outcome; readonly readings: readonly Reading[] };

const collect = async <Result>(chunks: AsyncGenerator<Chunk, Result>) => {
  const found: Span[] = [];
  for (;;) {
    const { done, value } = await chunks.next();
    if (done) return { chunks: found, result: value };
    const { startMs, endMs, leadMs, pcm } = value;
    found.push({ startMs, endMs, leadMs, pcm: pcm.slice() });
  }
};

const failureOf = (error: unknown): Outcome => {
  if (error instanceof JobFailure) return { failure: `${error.type}: ${error.message}` };
  throw error;
};

/** The file cut as one. */
export const cutAsOne = async (file: string): Promise<Outcome> => {
  try {
    const { chunks, result } = await collect(audioCutter(decoder)(file, { multichannel: false, signal }));
    return { chunks, audioMs: result };
  } catch (error) {
    return failureOf(error);
  }
};

/**
 * The byte of each border between parts. Two neighbours both read an overlap of 13 s, 8 s before the border and 5 s after it.
 */
const bordersOf = (slices: readonly Slice[]): number[] =>
  slices.map(({ from }, part) => from + Math.max(0, ((slices[part - 1]?.to ?? from) - from) * (8 / 13)));

/** Plans and cuts the file like the service. Each part makes its own range requests. */
export const cutInParts = async (file: string): Promise<InParts> => {
  const plan = await readFileAt(file, (reader) => planParts(reader, decoder.lengths)).catch(failureOf);
  if ('failure' in plan || 'chunks' in plan) return { way: 'refused', outcome: plan };
  if ('serially' in plan) return { way: 'as one', reason: plan.serially };
  const bucket = memoryBucket();
  const parts = await keepHeads(bucket, 'heads', plan);
  const source = await readFile(file);
  bucket.objects.set('source', source);
  const job = aTranscription({
    attempt: 1,
    fetched: { key: 'source', eTag: bucket.eTagOf(source) },
  });

  const read = { requests: 0, bytes: 0 };
  const count = (bytes = 0): void => {
    read.requests += 1;
    read.bytes += bytes;
  };
  const counting = {
    ...bucket,
    stream: async (...args: Parameters<typeof bucket.stream>) => {
      const found = await bucket.stream(...args);
      count(found?.bytes);
      return found;
    },
    get: async (...args: Parameters<typeof bucket.get>) => {
      const found = await bucket.get(...args);
      count(found?.length);
      return found;
    },
  };
  const none = async () => undefined;
  const fetchSlice = sliceFetcher({ bucket: counting, findUpload: none, findFile: none });
  const borders = [...bordersOf(plan.slices), plan.slices.at(-1)?.to ?? 0];
  const readings: Reading[] = [];
  const cuts = [];
  try {
    for (const [part, { skip, end }] of plan.slices.entries()) {
      const before = { ...read };
      const place = { part, isLast: part + 1 === plan.slices.length, trim: { skip, end } };
      cuts.push(
        await fetchSlice(job, { plan: parts, part }, (slice) =>
          collect(partCutter(decoder)(slice, place, signal)),
        ),
      );
      const ownBytes = (borders[part + 1] ?? 0) - (borders[part] ?? 0);
      readings.push({
        requests: read.requests - before.requests,
        bytes: read.bytes - before.bytes,
        ownBytes,
      });
    }
  } catch (error) {
    // Like `lib/domain/transcriptions/cut-part.ts`: the slicing may have caused the error in a slice.
    if (!(error instanceof JobFailure || error instanceof NotInParts)) throw error;
    return { way: 'given up', reason: error.message.replace(/\d+(\.\d+)?/g, 'N'), readings };
  }
  const joined = joinCuts(
    cuts.map(({ result }) => result),
    plan.lengthMs,
  );
  if (!joined) return { way: 'given up', reason: 'Neighbours or the header disagree.', readings };
  const outcome = { chunks: cuts.flatMap(({ chunks }) => chunks), audioMs: joined.audioMs };
  return { way: 'in parts', outcome, readings };
};
