import { rms, sampleRate, toFloats, toMs, toSamples } from '#lib/speech/audio/pcm.ts';
import type { LoadedClip } from './load-clips.ts';
import { type Part, type Sample, sampleOf } from './sample.ts';

const peak = 16_000;

/** The gain that gives samples the same peak as other recordings. */
const gainToPeak = (samples: Iterable<number>): number => {
  let loudest = 1;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  return peak / loudest;
};

/** The samples with the same peak as other recordings, plus `gainDb`. */
const levelled = (pcm: Int16Array, gainDb = 0): Int16Array => {
  const gain = gainToPeak(pcm) * 10 ** (gainDb / 20);
  return pcm.map((sample) => sample * gain);
};

type Manner = {
  readonly name: string;
  /** The seconds of silence after each clip. The values are used in turn. */
  readonly pauses: readonly number[];
  /** The gain of each clip. The values are used in turn. */
  readonly gainsDb?: readonly number[];
};

const inTurn = (values: readonly number[], i: number): number => values[i % values.length] ?? 0;

/** A file of several clips, and each clip as a separate file with the same loudness. */
export type Joined = { readonly file: Sample; readonly alone: readonly Sample[] };

/** Consecutive clips with silence between them. */
export const joined = (clips: readonly LoadedClip[], { name, pauses, gainsDb = [0] }: Manner): Joined => {
  const silences = clips.map((_, i) => toSamples(1_000 * inTurn(pauses, i)));
  const length = clips.reduce((sum, { pcm }, i) => sum + pcm.length + (silences[i] ?? 0), 0);
  const whole = new Int16Array(length);
  const parts: Part[] = [];
  const alone: Sample[] = [];
  let at = 0;
  for (const [i, clip] of clips.entries()) {
    const gainDb = inTurn(gainsDb, i);
    const pcm = levelled(clip.pcm, gainDb);
    alone.push({ ...sampleOf(clip, pcm), name: `${clip.file}, ${gainDb} dB` });
    whole.set(pcm, at);
    parts.push({ clip, startMs: toMs(at), endMs: toMs(at + clip.pcm.length) });
    at += clip.pcm.length + (silences[i] ?? 0);
  }
  return { file: { name, channels: [whole], parts }, alone };
};

/** All clips at once with the same loudness. Each clip starts again at its end. */
export const babble = (clips: readonly LoadedClip[], seconds: number): Int16Array => {
  const floats = clips.map(({ pcm }) => toFloats(pcm));
  const gains = floats.map((samples) => 0.1 / Math.max(1e-3, rms(samples)) / Math.sqrt(clips.length));
  return Int16Array.from({ length: seconds * sampleRate }, (_, i) => {
    const mixed = floats.reduce(
      (sum, samples, k) => sum + (gains[k] ?? 0) * (samples[i % samples.length] ?? 0),
      0,
    );
    return Math.round(32_767 * Math.max(-1, Math.min(1, mixed)));
  });
};

/**
 * Speech with a noise whose mean power is `db` lower. The mix is as loud as other recordings. The noise starts again at its
 * end.
 */
export const withNoise = (speech: Int16Array, noise: Int16Array, db: number): Int16Array => {
  const gain = (rms(toFloats(speech)) / rms(toFloats(noise))) * 10 ** (-db / 20);
  const mixed = Float64Array.from(speech, (sample, i) => sample + gain * (noise[i % noise.length] ?? 0));
  const level = gainToPeak(mixed);
  return Int16Array.from(mixed, (sample) => Math.round(level * sample));
};
