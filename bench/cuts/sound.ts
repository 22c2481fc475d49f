import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeAudio } from '../../test/support/speech.ts';
import type { Sound } from './formats.ts';

const recordings = join(import.meta.dirname, '../../test/recordings');

/** Enough repetitions for the longest file, if it starts within the first 200 s. */
const rounds = 3;

/**
 * All recordings of the repository with pauses between them, repeated. The right channel is quieter than the left one and has
 * other noise.
 */
export const makeSound = (folder: string): Sound => {
  const files = readdirSync(recordings)
    .filter((name) => /\.(ogg|flac)$/.test(name))
    .toSorted();
  const inputs = files.flatMap((name) => ['-i', join(recordings, name)]);
  const padded = files.map((_, i) => `[${i}]aresample=48000,apad=pad_dur=${(i % 7) / 3}[p${i}];`).join('');
  const joined = `${files.map((_, i) => `[p${i}]`).join('')}concat=n=${files.length}:v=0:a=1,asplit[l][q];`;
  const noise =
    'anoisesrc=a=0.002:r=48000:seed=1[n];[q]volume=0.6[v];[v][n]amix=duration=first:normalize=0[r];';
  const graph = `${padded}${joined}${noise}[l][r]join=inputs=2:channel_layout=stereo`;
  const once = makeAudio(join(folder, 'once.wav'), ...inputs, '-filter_complex', graph, '-c:a', 'pcm_s16le');
  const again = ['-stream_loop', String(rounds - 1), '-i', once, '-c', 'copy'];
  const file = makeAudio(join(folder, 'sound.wav'), ...again);
  return { file, seconds: 200 };
};
