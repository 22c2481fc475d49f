import { describe, expect, test } from 'vitest';
import { findPauses } from '#lib/speech/engines/pauses.ts';

/** A tone where `isVoiced` returns true, over background noise. */
const audio = (room: number, isVoiced: (ms: number) => boolean): Float32Array =>
  Float32Array.from({ length: 32_000 }, (_, i) => {
    const noise = room * Math.sin(i * i);
    return (isVoiced(i / 16) ? 0.3 * Math.sin(i / 10) : 0) + noise;
  });

describe('pauses', () => {
  test.each([
    ['a still room', 0],
    ['a quiet room', 0.001],
    ['a loud room', 0.03],
  ])('pauses are found in %s', (_, room) => {
    const pauses = findPauses(audio(room, (ms) => ms > 200 && (ms < 800 || ms > 1_100)));
    expect(
      pauses.map(({ startMs, endMs }) => [startMs, endMs].map((ms) => Math.round(ms / 50) * 50)),
    ).toEqual([
      [0, 200],
      [800, 1_100],
    ]);
  });

  test('pauses under 120 ms are part of a word', () => {
    expect(findPauses(audio(0, (ms) => ms < 800 || ms > 900))).toEqual([]);
  });

  test('a sound far below the voice is part of a pause, and a pause may last to the end', () => {
    const tone = audio(0, (ms) => ms < 500);
    const breath = audio(0, (ms) => ms > 700 && ms < 900).map((value) => 0.008 * value);
    const pauses = findPauses(tone.map((value, i) => value + (breath[i] ?? 0)));
    expect(pauses).toEqual([{ startMs: 500, endMs: 1_990 }]);
  });

  test('a word in a long silence is no pause', () => {
    expect(findPauses(audio(0, (ms) => ms > 1_000 && ms < 1_200)).map(({ startMs }) => startMs)).toEqual([
      0, 1_200,
    ]);
  });

  test('continuous speech and empty audio have no pauses', () => {
    expect(findPauses(audio(0, () => true))).toEqual([]);
    expect(findPauses(new Float32Array())).toEqual([]);
  });
});
