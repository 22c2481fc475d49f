import type { VoiceActivity } from '#lib/speech/audio/voice-activity.ts';
import { type AudioBlock, rms } from '#lib/speech/audio/pcm.ts';

/** Alternating sound and silence with these lengths in ms, sound first, at 16 kHz. */
export const soundAndSilence = (...turnsMs: readonly number[]): Int16Array => {
  const turns = turnsMs.map((ms, turn) =>
    Int16Array.from({ length: ms * 16 }, (_, i) => (turn % 2 === 0 ? Math.round(8000 * Math.sin(i / 8)) : 0)),
  );
  return Int16Array.from(turns.flatMap((turn) => [...turn]));
};

/** A voice activity model that detects any sound as speech. */
export const anySound: VoiceActivity = {
  listen: () => ({ hear: async (frames) => frames.map((frame) => (rms(frame) > 0.01 ? 0.9 : 0.05)) }),
  close: async () => undefined,
};

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

export const inBlocks = async function* (
  pcm: Int16Array,
  ...sizes: readonly number[]
): AsyncGenerator<AudioBlock> {
  for (let at = 0, i = 0; at < pcm.length; i += 1) {
    const size = sizes[i % sizes.length] ?? pcm.length;
    yield [pcm.slice(at, at + size)];
    at += size;
  }
};
