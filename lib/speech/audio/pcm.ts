/** All decoded audio is 16 kHz, 16 bit. A frame is 32 ms, the step of the voice activity model. */
export const sampleRate = 16_000;
export const frameSamples = 512;
export const frameMs = 32;
export const msSamples = sampleRate / 1000;

/** A range of frames, end exclusive. */
export type FrameRange = { readonly start: number; readonly end: number };

/** Samples of the same time span: one array per channel, all of equal length. */
export type AudioBlock = readonly Int16Array[];

export const toMs = (samples: number): number => Math.round((samples * 1000) / sampleRate);
export const toSamples = (ms: number): number => Math.round((ms * sampleRate) / 1000);

/** Joins the samples of consecutive parts. */
export const joinSamples = (parts: readonly Int16Array[]): Int16Array => {
  const samples = new Int16Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return samples;
};

/** Rounds and clips to a 16-bit sample. */
export const toSample = (value: number): number => Math.max(-32_768, Math.min(32_767, Math.round(value)));

/** Converts 16-bit samples to [-1, 1]. */
export const toFloats = (pcm: Int16Array): Float32Array => {
  const floats = new Float32Array(pcm.length);
  for (let i = 0; i < pcm.length; i += 1) floats[i] = (pcm[i] ?? 0) / 32768;
  return floats;
};

/** Root mean square of samples in [-1, 1]. */
export const rms = (samples: Float32Array): number => {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  return Math.sqrt(energy / samples.length);
};
