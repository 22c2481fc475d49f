import { expect, test } from 'vitest';
import { isNoisy } from '#lib/speech/audio/noise.ts';
import { withoutOffset } from '#lib/speech/audio/offset.ts';
import { toFloats } from '#lib/speech/audio/pcm.ts';

/** Half a second of a loud tone after half a second of a quiet one, four times. */
const speech = Int16Array.from({ length: 64_000 }, (_, i) =>
  Math.round((i % 16_000 < 8_000 ? 20 : 4_000) * Math.sin(i / 10)),
);
const offsetBy = (offset: number): Int16Array => speech.map((sample) => sample + offset);

test('clear speech with an offset does not count as noisy', () => {
  const clear = [0, 500, -9_000, 20_000].map((offset) => isNoisy(toFloats(withoutOffset(offsetBy(offset)))));
  expect(clear).toEqual([false, false, false, false]);
  expect(isNoisy(toFloats(offsetBy(9_000)))).toBe(true);
});

test('samples with a small offset or none stay as they are', () => {
  for (const pcm of [speech, offsetBy(20)]) expect(withoutOffset(pcm)).toBe(pcm);
  expect(withoutOffset(new Int16Array())).toEqual(new Int16Array());
});

test('samples beside a large offset do not wrap around', () => {
  expect(withoutOffset(Int16Array.from([30_000, 30_000, 30_000, -32_768]))).toEqual(
    Int16Array.from([15_692, 15_692, 15_692, -32_768]),
  );
});
