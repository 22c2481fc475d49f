import { blockFrames, downmixer } from '#lib/speech/audio/downmix.ts';
import { toSamples } from '#lib/speech/audio/pcm.ts';

/** The polarity of channels is decided again this often, so that the mix does not depend on audio long before. */
const blocksPerDecision = 8;
const restartSamples = blocksPerDecision * blockFrames;

/**
 * Mixes two channels of 16 kHz from `startMs` of the stream on. Blocks begin at multiples of their length in the stream,
 * so the mix does not depend on how the samples arrive. The samples of an unfinished block wait for the next call of
 * `add`, or for `end`, after which nothing may be added.
 */
export const stereoMixer = ({ startMs }: { readonly startMs: number }) => {
  let position = toSamples(startMs);
  let mix = downmixer(2);
  let waiting = new Int16Array();
  /** Mixes a block that begins at `position`. */
  const mixed = (block: Int16Array): Int16Array => {
    if (position % restartSamples === 0) mix = downmixer(2);
    return mix(block);
  };
  const add = (left: Int16Array, right: Int16Array): Int16Array => {
    const input = new Int16Array(waiting.length + 2 * left.length);
    input.set(waiting);
    for (let i = 0, at = waiting.length; i < left.length; i += 1, at += 2) {
      input[at] = left[i] ?? 0;
      input[at + 1] = right[i] ?? 0;
    }
    const output = new Int16Array(input.length / 2);
    let done = 0;
    for (;;) {
      const frames = blockFrames - (position % blockFrames);
      if (done + frames > output.length) break;
      output.set(mixed(input.subarray(2 * done, 2 * (done + frames))), done);
      done += frames;
      position += frames;
    }
    waiting = input.slice(2 * done);
    return output.slice(0, done);
  };
  return { add, end: () => mixed(waiting) };
};
