import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { downmixer } from '#lib/speech/audio/downmix.ts';
import { chanceOf } from '../../../support/chance.ts';

const length = 16_000;

/** Synthetic speech: noise with resonances, whose level varies a few times per second. */
const voice = (seed: number, amplitude = 8000): Float64Array => {
  const chance = chanceOf(seed);
  const pcm = new Float64Array(length);
  let one = 0;
  let two = 0;
  for (let i = 0; i < length; i += 1) {
    const next = 1.7 * one - 0.8 * two + chance.under(2001) / 1000 - 1;
    [two, one] = [one, next];
    pcm[i] = (amplitude / 12) * next * Math.abs(Math.sin(1 + (i / 16_000) * (3 + (seed % 5))));
  }
  return pcm;
};
const silence = new Float64Array(length);
const times = (factor: number, pcm: Float64Array): Float64Array => pcm.map((sample) => factor * sample);
const plus = (a: Float64Array, b: Float64Array): Float64Array => a.map((sample, i) => sample + (b[i] ?? 0));
const interleave = (channels: readonly Float64Array[]): Int16Array =>
  Int16Array.from({ length: channels.length * length }, (_, i) =>
    Math.round(channels[i % channels.length]?.[Math.floor(i / channels.length)] ?? 0),
  );
const mixed = (...channels: readonly Float64Array[]): Int16Array =>
  downmixer(channels.length)(interleave(channels));

const energy = (pcm: ArrayLike<number>, from = 0, to = pcm.length): number => {
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += (pcm[i] ?? 0) ** 2;
  return sum;
};
/**
 * The absolute correlation of the mix with `wanted`. It is 1 for the same signal at any level or polarity, and 0 if the mix
 * contains none of it.
 */
const likeness = (mix: Int16Array, wanted: Float64Array, from = 0, to = length): number => {
  let shared = 0;
  for (let i = from; i < to; i += 1) shared += (mix[i] ?? 0) * (wanted[i] ?? 0);
  return Math.abs(shared) / Math.sqrt(energy(mix, from, to) * energy(wanted, from, to));
};

describe('signals are kept', () => {
  test('a voice in opposite phase is kept at full level from the first sample', () => {
    const pcm = voice(1);
    const mix = mixed(pcm, times(-1, pcm));
    expect(likeness(mix, pcm)).toBeGreaterThan(0.999);
    expect(energy(mix)).toBeGreaterThan(0.99 * energy(pcm));
  });

  test('shared hum and offset do not hide a voice in opposite phase', () => {
    const pcm = voice(2, 1000);
    const hum = Float64Array.from(
      { length },
      (_, i) => 3000 + 1000 * Math.sin((i * 2 * Math.PI * 50) / 16_000),
    );
    const mix = mixed(plus(hum, pcm), plus(hum, times(-1, pcm)));
    expect(likeness(mix, pcm, 1024)).toBeGreaterThan(0.99);
  });

  test('independent noise in the channels does not hide a voice in opposite phase', () => {
    const pcm = voice(3);
    const mix = mixed(plus(pcm, voice(4, 1500)), plus(times(-1, pcm), voice(5, 1500)));
    expect(likeness(mix, pcm)).toBeGreaterThan(0.95);
  });

  test('a voice that changes polarity midway is kept before and after', () => {
    const pcm = voice(6);
    const turned = pcm.map((sample, i) => (i < length / 2 ? sample : -sample));
    const mix = mixed(pcm, turned);
    const middle = length / 2;
    expect(likeness(mix, pcm, 0, middle)).toBeGreaterThan(0.999);
    expect(likeness(mix, pcm, middle + 1024)).toBeGreaterThan(0.999);
  });

  test.each([2, 4, 6, 8, 16])('a voice on any single one of %i channels is kept', (channels) => {
    for (let speaking = 0; speaking < channels; speaking += 1) {
      const pcm = voice(7);
      const all = Array.from({ length: channels }, (_, i) => (i === speaking ? pcm : silence));
      expect(likeness(mixed(...all), pcm)).toBeGreaterThan(0.999);
    }
  });

  test('a call with one speaker per channel keeps both, alone and at the same time', () => {
    const turn = (pcm: Float64Array, isFirst: boolean): Float64Array =>
      pcm.map((sample, i) => ((isFirst ? i < 10_000 : i > 6_000) ? sample : 0));
    const left = turn(voice(8), true);
    const right = turn(voice(9), false);
    const mix = mixed(left, right);
    expect(likeness(mix, left, 0, 6_000)).toBeGreaterThan(0.999);
    expect(likeness(mix, right, 10_000)).toBeGreaterThan(0.999);
    for (const one of [left, right]) expect(likeness(mix, one, 6_000, 10_000)).toBeGreaterThan(0.5);
  });

  test('every block of any signal keeps a quarter of its energy above the cutoff', () => {
    const channel = fc.record({
      voice: fc.integer({ min: 0, max: 5 }),
      gain: fc.constantFrom(-1, -0.5, 0, 0.3, 1),
    });
    fc.assert(
      fc.property(fc.array(channel, { minLength: 2, maxLength: 8 }), (plan) => {
        const channels = plan.map(({ voice: seed, gain }) => times(gain, voice(seed)));
        const mix = mixed(...channels);
        for (let at = 1024; at + 1024 <= length; at += 1024) {
          const carried = channels.reduce((sum, pcm) => sum + energy(pcm, at, at + 1024), 0);
          const kept = energy(mix, at, at + 1024) * plan.length ** 2;
          // Tolerance for rounding and for the 8 ms of a polarity change.
          expect(kept).toBeGreaterThan(0.1 * carried - 1024 * plan.length ** 2);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('no artefacts are added', () => {
  const samples = fc.int16Array({ minLength: 0, maxLength: 3000 });

  test('mono and equal channels pass unchanged', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 6 }), (pcm, channels) => {
        const interleaved = Int16Array.from(
          { length: pcm.length * channels },
          (_, i) => pcm[Math.floor(i / channels)] ?? 0,
        );
        expect(downmixer(channels)(interleaved)).toEqual(pcm);
      }),
    );
  });

  test('each frame gives one sample, never louder than the loudest channel', () => {
    fc.assert(
      fc.property(samples, fc.integer({ min: 1, max: 6 }), (pcm, channels) => {
        const frames = Math.floor(pcm.length / channels);
        const mix = downmixer(channels)(pcm.subarray(0, frames * channels));
        expect(mix).toHaveLength(frames);
        mix.forEach((sample, i) => {
          const frame = [...pcm.subarray(i * channels, (i + 1) * channels)].map(Math.abs);
          expect(Math.abs(sample)).toBeLessThanOrEqual(Math.max(...frame));
        });
      }),
    );
  });

  test('a change of polarity makes no click', () => {
    const pcm = Float64Array.from({ length }, (_, i) => 8000 * Math.sin((i * 2 * Math.PI * 400) / 16_000));
    const mix = mixed(
      pcm,
      pcm.map((sample, i) => (i < 7_500 ? sample : -sample)),
    );
    const steps = mix.slice(1).map((sample, i) => Math.abs(sample - (mix[i] ?? 0)));
    // The skipped samples contain the step of the input itself, where the channels diverge. The steepest step of the tone is
    // 1250.
    expect(Math.max(...steps.subarray(0, 7_450), ...steps.subarray(7_510))).toBeLessThan(1500);
  });
});
