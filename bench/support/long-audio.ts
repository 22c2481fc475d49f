import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../test/recordings');

/** Several speakers, because a single voice is too easy for voice activity detection. */
const recordings = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith('en-'))
    .toSorted()
    .map((name) => join(folder, name));

const ffmpeg = (...args: string[]): void => void execFileSync('ffmpeg', ['-v', 'error', '-y', ...args]);

/** Writes an MP3 of the given length to `folder`: all recordings in a loop. */
export const longAudio = (minutes: number, into: string): { file: string; recordings: number } => {
  const inputs = recordings();
  const once = join(into, 'once.mp3');
  const file = join(into, `${minutes}-minutes.mp3`);
  const alike = inputs.map((_, i) => `[${i}:a]aresample=16000,aformat=channel_layouts=mono[a${i}]`);
  const all = inputs.map((_, i) => `[a${i}]`).join('');
  const graph = `${alike.join(';')};${all}concat=n=${inputs.length}:v=0:a=1`;
  ffmpeg(...inputs.flatMap((input) => ['-i', input]), '-filter_complex', graph, '-b:a', '64k', once);
  ffmpeg('-stream_loop', '-1', '-i', once, '-t', String(minutes * 60), '-c', 'copy', file);
  return { file, recordings: inputs.length };
};
