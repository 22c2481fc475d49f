import { expect, test } from 'vitest';
import { type Endpoint, Endpointer } from '#lib/speech/live/endpointer.ts';

const run = (frames: number, probability: number): number[] => new Array<number>(frames).fill(probability);
const speech = (frames: number): number[] => run(frames, 0.9);
const silence = (frames: number): number[] => run(frames, 0.01);

/** The first endpoint, and the number of frames before it. */
const firstEndpoint = (
  probabilities: readonly number[],
  silenceMs: number | null = 500,
): (Endpoint & { readonly after: number }) | undefined => {
  const endpointer = new Endpointer({ silenceMs });
  for (const [i, probability] of probabilities.entries()) {
    const endpoint = endpointer.add(probability);
    if (endpoint) return { ...endpoint, after: i + 1 };
  }
  return undefined;
};

test('speech ends after half a second of silence, of which the next segment gets 200 ms', () => {
  expect(firstEndpoint([...silence(10), ...speech(30), ...silence(30)])).toEqual({
    frames: 40,
    throughMs: 40 * 32 + 15 * 32 - 200,
    reason: 'silence',
    after: 55,
  });
});

test('a short silence is shared by both segments', () => {
  const endpoint = firstEndpoint([...speech(30), ...silence(30)], 200);
  expect(endpoint).toEqual({ frames: 30, throughMs: 30 * 32 + 96, reason: 'silence', after: 36 });
});

test('a pause does not end speech, and a click does not prolong it', () => {
  expect(firstEndpoint([...speech(30), ...silence(14), ...speech(30)])).toBeUndefined();
  const clicked = [...speech(30), ...silence(12), ...speech(2), ...silence(20)];
  expect(firstEndpoint(clicked)).toMatchObject({ frames: 30, reason: 'silence' });
});

test('ten seconds without speech are decided, but for the last 200 ms', () => {
  expect(firstEndpoint(silence(400))).toEqual({
    frames: 312,
    throughMs: 312 * 32 - 200,
    reason: 'silence',
    after: 312,
  });
});

test('a click of less than 0.1 s is not speech', () => {
  expect(firstEndpoint([...speech(3), ...silence(100)])).toBeUndefined();
});

test('speech of over ten seconds is cut in the middle of the longest pause of its second half', () => {
  const long = [
    ...speech(100),
    ...silence(14),
    ...speech(86),
    ...silence(6),
    ...speech(20),
    ...silence(4),
    ...speech(200),
  ];
  expect(firstEndpoint(long)).toMatchObject({ frames: 203, throughMs: 203 * 32, reason: 'length' });
});

test('long speech without a pause is cut where it is least likely', () => {
  const long = [...speech(200), 0.3, ...speech(200)];
  expect(firstEndpoint(long)).toMatchObject({ frames: 200, reason: 'length', after: 313 });
});

test('the ten seconds of speech begin with the speech, not with the silence before it', () => {
  expect(firstEndpoint([...silence(200), ...speech(400)])).toMatchObject({ reason: 'length', after: 513 });
});

test('long speech is not cut in a dip of less than 0.1 s, which is within a word', () => {
  const long = [...speech(200), 0.2, 0.2, ...speech(20), 0.1, ...speech(200)];
  expect(firstEndpoint(long)).toMatchObject({ frames: 222, reason: 'length' });
});

test('long speech is cut in a pause of 0.1 s rather than in a deeper dip', () => {
  const long = [...speech(200), 0.2, 0.2, 0.2, ...speech(20), 0.1, ...speech(200)];
  expect(firstEndpoint(long)).toMatchObject({ frames: 201, reason: 'length' });
});

test('without a silence to wait for, ten seconds of it end speech', () => {
  expect(firstEndpoint([...speech(30), ...silence(300)], null)).toBeUndefined();
  expect(firstEndpoint([...speech(30), ...silence(320)], null)).toMatchObject({
    frames: 30,
    reason: 'length',
  });
});

test.each([
  ['all of the pad, where a silence of half a second ends segments', 500, 7],
  ['all of the pad, where one of 0.4 s does', 400, 7],
  ['96 ms, where a short one does', 224, 3],
])('the endpoint is likely, and known, after %s', (_, silenceMs, frames) => {
  const endpointer = new Endpointer({ silenceMs });
  for (const probability of [...speech(30), ...silence(frames - 1)]) endpointer.add(probability);
  expect(endpointer.likely).toBeUndefined();
  endpointer.add(0);
  const { likely } = endpointer;
  expect(likely?.frames).toBe(30);
  let endpoint: Endpoint | undefined;
  while (!endpoint) endpoint = endpointer.add(0);
  expect(endpoint).toEqual(likely);
});

test('it is quiet from the first frame without a voice on, until the voice returns', () => {
  const endpointer = new Endpointer({ silenceMs: 500 });
  const quiet = [...silence(2), ...speech(10), ...silence(3), ...speech(1)].map((probability) => {
    endpointer.add(probability);
    return endpointer.quietMs;
  });
  expect(quiet).toEqual([...new Array<number>(12).fill(0), 32, 64, 96, 0]);
});

test('a voice is heard from 0.13 s on, until it has paused for 0.25 s', () => {
  const endpointer = new Endpointer({ silenceMs: 500 });
  const heard = [...speech(10), ...silence(10)].map((probability) => {
    endpointer.add(probability);
    return endpointer.isVoiced;
  });
  expect(heard).toEqual([...Array.from({ length: 20 }, (_, i) => i >= 3 && i < 17)]);
});
