import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { rms, toFloats } from '#lib/speech/audio/pcm.ts';
import type { LiveInput, StreamRange } from '#lib/speech/live/live-input.ts';
import { openOpusPackets } from '#lib/speech/live/opus-packets.ts';
import { openInput } from '#lib/speech/live/open-input.ts';
import type { WebmProgress } from '#lib/speech/live/webm-progress.ts';
import { noisePackets, type OpusPacket, webmOf } from '../../../support/webm.ts';

const hour: StreamRange = { startMs: 0, endMs: 3_600_000 };
const open = (range = hour, progress: WebmProgress | null = null): LiveInput =>
  openInput({ format: 'webm_opus' }, range, progress);

/** All samples that are decoded from the bytes. The bytes arrive in pieces of these lengths. */
const decoded = async (input: LiveInput, bytes: Buffer, pieces = [5_000]): Promise<Int16Array> => {
  const parts: Int16Array[] = [];
  for (let at = input.startByte, piece = 0; at < bytes.length || input.hasMore;) {
    const to = input.hasMore ? at : at + (pieces[piece++ % pieces.length] ?? 1);
    const pcm = await input.decode(bytes.subarray(at, to));
    expect(pcm.length).toBeLessThan(2 * 16_000);
    parts.push(pcm);
    at = to;
  }
  return joined(parts);
};
/** Compares buffers, because comparing the samples one by one takes a second per minute of audio. */
const bytesOf = (pcm: Int16Array): Buffer => Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
const expectSame = (pcm: Int16Array, other: Int16Array): void => {
  expect(pcm.length).toBe(other.length);
  expect(bytesOf(pcm).equals(bytesOf(other))).toBe(true);
};
const joined = (parts: readonly Int16Array[]): Int16Array => {
  const bytes = Buffer.concat(parts.map(bytesOf));
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
};
const secondsOf = ({ length }: Int16Array): number => length / 16_000;
const loudness = (pcm: Int16Array, fromMs: number, toMs: number): number =>
  rms(toFloats(pcm.subarray(16 * fromMs, 16 * toMs)));

const loud = (ms: number) => ({ ms, isLoud: true });
const quiet = (ms: number) => ({ ms, isLoud: false });
const half = noisePackets([loud(26_000), quiet(2_000), loud(2_000)]);
const stream = webmOf(half);

/** The same packets, with all times from `fromMs` on shifted by `byMs`. */
const jumping = (packets: readonly OpusPacket[], fromMs: number, byMs: number): OpusPacket[] =>
  packets.map(({ atMs, data }) => ({ atMs: atMs < fromMs ? atMs : atMs + byMs, data }));

/** The samples of the whole stream. */
let whole: Int16Array;
beforeAll(async () => {
  whole = await decoded(open(), stream);
});
afterEach(() => vi.restoreAllMocks());

test('audio is as long as its packets, without the samples before its start', async () => {
  const input = open();
  const pcm = await decoded(input, stream);
  expect(secondsOf(pcm)).toBe(30 - 104 / 16_000);
  expect(input.heardMs).toBe(29_993);
  expect(loudness(pcm, 1_000, 25_000)).toBeGreaterThan(0.01);
  expect(loudness(pcm, 27_500, 28_000)).toBeLessThan(0.001);
});

test('two channels are mixed', async () => {
  const pcm = await decoded(open(), webmOf(noisePackets([loud(3_000)], { channels: 2 }), 2));
  expect(secondsOf(pcm)).toBeCloseTo(3, 0);
  expect(loudness(pcm, 1_000, 2_500)).toBeGreaterThan(0.01);
});

test('nobody hears where one decoder takes over from another, at ten seconds', async () => {
  const decoder = await openOpusPackets(1);
  const packets = half.slice(0, 10_200 / 20);
  const once = joined(packets.flatMap(({ data }) => decoder.decode(data, 320))).subarray(104);
  const difference = once.map((sample, at) => sample - (whole[at] ?? 0));
  expect(loudness(difference, 10_000, 10_100)).toBeLessThan(0.002 * loudness(once, 10_000, 10_100));
});

test('the samples of a WebM stream are the same wherever its bytes are cut', async () => {
  for (const pieces of [[1, 2, 3, 70], [200_000]]) expectSame(await decoded(open(), stream, pieces), whole);
}, 60_000);

describe('a stream that is opened again', () => {
  test.each([1, 2] as const)(
    'a stream that is opened again gives the same samples wherever that is, with %i channels',
    async (channels) => {
      const spans = [loud(9_000), quiet(3_000), loud(21_000)];
      const jumped = jumping(noisePackets(spans, { channels }), 15_000, 2_300);
      // The clock of a browser is uneven, so the place of a packet is not told by its time.
      const uneven = jumped.map(({ atMs, data }, nth) => ({ atMs: atMs + (nth % 5) * 4, data }));
      const bytes = webmOf(uneven, channels);
      const first = open();
      const progress: (WebmProgress | null)[] = [];
      const parts: Int16Array[] = [];
      for (let at = 0; at < bytes.length || first.hasMore;) {
        const to = first.hasMore ? at : at + 1_000;
        parts.push(await first.decode(bytes.subarray(at, to)));
        at = to;
        const decidedMs = 10 * Math.floor(first.heardMs / 10);
        progress[decidedMs / 10] = first.progressAt(decidedMs, Math.max(0, decidedMs - 2_000));
      }
      const once = joined(parts);
      const restarts = progress.flatMap((one) => (one?.restart ? [one.restart.byte] : []));
      expect(new Set(restarts).size).toBe(3);
      const decisions = Object.keys(progress).map((at) => 10 * Number(at));
      const byteOf = (ms: number) => progress[ms / 10]?.restart?.byte;
      // Elsewhere the first packet is where to begin.
      const later = decisions.filter((ms) => byteOf(ms) !== undefined);
      const earliest = later.filter((ms, at) => byteOf(ms) !== byteOf(later[at - 1] ?? 0));
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...later), fc.integer({ min: 1, max: 9_000 }), async (ms, piece) => {
          const startMs = ms - 2_000;
          const again = open({ startMs, endMs: hour.endMs }, progress[ms / 10] ?? null);
          const pcm = await decoded(again, bytes, [piece]);
          // The polarity of two channels is only known after half a second.
          const sure = channels === 1 ? 0 : 16 * 520;
          expectSame(pcm.subarray(sure), once.subarray(16 * startMs + sure));
        }),
        { numRuns: earliest.length + 1, examples: earliest.map((ms) => [ms, 1_000]) },
      );
    },
    120_000,
  );

  test('a stream that is opened again is not read from its start', async () => {
    const input = open();
    await decoded(input, stream);
    const { restart, decidedByte } = input.progressAt(29_990, 27_990) ?? {};
    expect(restart?.byte).toBeGreaterThan(0.6 * stream.length);
    expect(restart?.byte).toBeLessThan(0.72 * stream.length);
    expect(decidedByte).toBe(stream.length);
  });
});

describe('times that jump', () => {
  test('a time that jumps ahead becomes silence', async () => {
    const pcm = await decoded(open(), webmOf(jumping(noisePackets([loud(4_000)]), 2_000, 3_500)));
    expect(secondsOf(pcm)).toBeCloseTo(7.5, 1);
    expect(loudness(pcm, 2_100, 5_400)).toBe(0);
    expect(loudness(pcm, 5_600, 7_400)).toBeGreaterThan(0.01);
  });

  test('a time that jumps ahead by little more than 0.1 s becomes silence, too', async () => {
    const pcm = await decoded(open(), webmOf(jumping(noisePackets([loud(4_000)]), 2_000, 120)));
    expect(secondsOf(pcm)).toBeCloseTo(4.11, 2);
  });

  test('a time that jumps by as little as clocks vary changes nothing', async () => {
    const packets = noisePackets([loud(4_000)]);
    const uneven = packets.map(({ atMs, data }, at) => ({ atMs: atMs + (at % 5) * 18, data }));
    expectSame(await decoded(open(), webmOf(uneven)), await decoded(open(), webmOf(packets)));
  });

  test('a time that jumps back changes nothing', async () => {
    const packets = noisePackets([loud(4_000)]);
    const pcm = await decoded(open(), webmOf(jumping(packets, 3_000, -1_500)));
    expect(secondsOf(pcm)).toBeCloseTo(4, 1);
  });

  test('a time that begins anew, as in a second recording, is no gap', async () => {
    const packets = noisePackets([loud(2_000)]);
    const second = webmOf(packets.map(({ atMs, data }) => ({ atMs: 60_000 + atMs, data })));
    const pcm = await decoded(open(), Buffer.concat([webmOf(packets), second]));
    expect(secondsOf(pcm)).toBeCloseTo(4, 1);
  });

  test('a time that jumps by days ends at the length that is allowed, a second at a time', async () => {
    const range = { startMs: 0, endMs: 60_000 };
    const input = open(range);
    const pcm = await decoded(input, webmOf(jumping(noisePackets([loud(4_000)]), 2_000, 86_400_000)));
    expect([secondsOf(pcm), input.heardMs, input.hasMore]).toEqual([60, 60_000, false]);
    expect(input.endByte).toBeLessThan(Infinity);
  });

  test('many little jumps of the time become silence too', async () => {
    const slow = noisePackets([loud(10_000)]).map(({ atMs, data }) => ({ atMs: 1.1 * atMs, data }));
    expect(secondsOf(await decoded(open(), webmOf(slow)))).toBeGreaterThan(10.85);
  });
});

test('what is not complete at the end is left out', async () => {
  const pcm = await decoded(open(), stream.subarray(0, stream.length - 3));
  expectSame(pcm, whole.subarray(0, whole.length - 320));
});

test('the time of damaged packets is kept, and nothing is logged', async () => {
  const error = vi.spyOn(console, 'error');
  const packets = noisePackets([loud(2_000)]);
  // A frame cannot have as many bytes as the first packet, and the decoder has no room for the four frames of the second
  // packet.
  const broken = [
    Buffer.concat([Buffer.from([31 << 3]), Buffer.alloc(1_300)]),
    Buffer.concat([Buffer.from([(31 << 3) | 3, 4]), Buffer.alloc(4 * 1_275)]),
  ];
  const damaged = packets.map(({ atMs, data }, at) => ({ atMs, data: broken[at % 4] ?? data }));
  expect(secondsOf(await decoded(open(), webmOf(damaged)))).toBeGreaterThan(1.88);
  expect(error).not.toHaveBeenCalled();
});

test('packets of any bytes are decoded, for as long as they say, and nothing is logged', async () => {
  const error = vi.spyOn(console, 'error');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 30 }), async (packets) => {
      const all = packets.map((data) => ({ atMs: 0, data: Buffer.from(data) }));
      const input = open();
      const pcm = await decoded(input, webmOf(all));
      expect(pcm.length).toBeLessThanOrEqual(packets.length * 16 * 120);
      expect(input.isUnsupported).toBe(false);
      expect(error).not.toHaveBeenCalled();
    }),
    { numRuns: 50 },
  );
});

test('the time of bytes that wait is told by the mean rate', async () => {
  const input = open();
  await decoded(input, stream.subarray(0, stream.length / 3));
  expect(input.msAt(stream.length)).toBeGreaterThan(25_000);
  expect(input.msAt(stream.length)).toBeLessThan(35_000);
});

test('what has arrived but is not heard yet counts as undecided', async () => {
  const input = open();
  const bytes = webmOf(noisePackets([loud(2_000)]));
  await input.decode(bytes);
  expect([input.hasMore, input.progressAt(input.heardMs, 0)?.decidedByte]).toEqual([true, 0]);
  await decoded(input, bytes.subarray(0, 0));
  expect(input.progressAt(input.heardMs, 0)?.decidedByte).toBe(bytes.length);
});

test('bytes are decided when all of their audio is, but for 0.1 s: a mark in audio that is not decided still counts', async () => {
  const input = open();
  await decoded(input, stream);
  expect(input.progressAt(input.heardMs - 101, 0)?.decidedByte).toBe(0);
  expect(input.progressAt(input.heardMs - 100, 0)?.decidedByte).toBe(stream.length);
});
