import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as z from 'zod';

/** The speech runtime in its build folder: see cdk/speech-runtime. */
export const speechDir = resolve(
  process.env['EARSHOT_SPEECH_DIR'] ?? join(import.meta.dirname, '../../.local/speech'),
);
const recordingsDir = join(import.meta.dirname, '../recordings');
const Manifest = z.object({
  clips: z.array(z.object({ file: z.string(), language: z.string(), transcript: z.string() })),
});

const { EARSHOT_FFMPEG: otherFfmpeg } = process.env;
/** ffmpeg, or the program in EARSHOT_FFMPEG, so that the layer's ffmpeg can run the same tests. */
export const ffmpegUnderTest = otherFfmpeg === undefined ? 'ffmpeg' : resolve(otherFfmpeg);
export const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const hasRuntime = existsSync(join(speechDir, 'manifest.json'));

const missing = (has: boolean, what: string): string => (has ? '' : ` (skipped: ${what})`);
/** Suffixes for the titles of suites, so that a report tells why a suite was skipped. */
export const needs = {
  ffmpeg: missing(hasFfmpeg, 'no ffmpeg on PATH'),
  runtime: missing(
    hasRuntime,
    `no speech runtime in ${speechDir}, build it with cdk/speech-runtime/build.ts`,
  ),
  recordings: missing(hasRuntime && hasFfmpeg, `needs ffmpeg and ${speechDir}`),
};

export const recording = (file: string): string => join(recordingsDir, file);

export const transcriptOf = (file: string): string => {
  const { clips } = Manifest.parse(JSON.parse(readFileSync(join(recordingsDir, 'manifest.json'), 'utf8')));
  return clips.find((clip) => clip.file === file)?.transcript ?? '';
};

/** Writes audio made by ffmpeg's own arguments. */
export const makeAudio = (file: string, ...args: readonly string[]): string => {
  execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...args, file]);
  return file;
};

/** The ffmpeg arguments for a quiet tone of this length. */
export const tone = (seconds: number): string[] => [
  '-f',
  'lavfi',
  '-i',
  `sine=frequency=300:duration=${seconds}`,
];
