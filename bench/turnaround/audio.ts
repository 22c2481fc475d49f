import { seeded } from '../../test/support/random.ts';
import { rounded } from '../support/numbers.ts';
import type { Audio } from './pipeline.ts';
import type { Stages } from './stages.ts';

// 128 kbit/s.
const bytesPerMinute = 960_000;

export const seconds = (ms: number): number => rounded(ms / 1000);

/** Audio of the given length, with chunks drawn at random from the measured ones. */
export const randomAudio = (minutes: number, { chunks }: Stages, seed: number): Audio => {
  const random = seeded(seed);
  const drawn: Stages['chunks'][number][] = [];
  for (let ms = 0; ms < 60_000 * minutes; ms += drawn.at(-1)?.spanMs ?? 0) {
    const chunk = chunks[random.below(chunks.length)];
    if (chunk) drawn.push(chunk);
  }
  return { chunks: drawn, bytes: minutes * bytesPerMinute };
};
