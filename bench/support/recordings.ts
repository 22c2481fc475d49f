import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFfmpeg } from '#lib/speech/audio/decode.ts';
import { joinSamples } from '#lib/speech/audio/pcm.ts';
import * as z from 'zod';
import { samplesOf as samplesOfFile } from '../../test/support/samples.ts';
import { speechDir } from '../../test/support/speech.ts';

const Manifest = z.object({
  clips: z.array(
    z.object({ file: z.string(), language: z.string(), transcript: z.string(), tags: z.array(z.string()) }),
  ),
});
/** A recording with its reference transcript and language. */
export type Clip = z.infer<typeof Manifest>['clips'][number];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    audio: { type: 'string', default: join(import.meta.dirname, '../../test/recordings') },
    only: { type: 'string', default: '' },
    sets: { type: 'string', default: '' },
    beginnings: { type: 'string', default: '1' },
  },
});
/** Arguments without a name. */
export const plainArgs = positionals;
/** Arguments to forward to a child benchmark. */
export const forwardedArgs = ['--audio', options.audio, '--only', options.only];

/** Whether `--sets` contains this name, or is empty. */
export const isChosen = (name: string): boolean =>
  options.sets === '' || options.sets.split(',').includes(name);

/** 5.5 ms, a sixth of a frame of voice activity detection. */
const laterSamples = 88;
/**
 * The samples with as many starts as `--beginnings` says. Each start is 5.5 ms later, because an uncertain word may change by
 * chance.
 */
export const withBeginnings = (pcm: Int16Array): Int16Array[] => [
  pcm,
  ...Array.from({ length: Number(options.beginnings) - 1 }, (_, i) =>
    joinSamples([new Int16Array((i + 1) * laterSamples), pcm]),
  ),
];

export const inFolder = (file: string): string => join(options.audio, file);

/**
 * The recordings of `--audio DIR` whose names start with `--only`. The folder needs a manifest.json. Ends the process if there
 * are none.
 */
export const recordings = (): Clip[] => {
  const manifest = inFolder('manifest.json');
  const clips = existsSync(manifest) ? Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8'))).clips : [];
  const found = clips.filter(({ file }) => file.startsWith(options.only));
  if (found.length > 0) return found;
  console.error(`Nothing is measured: ${manifest} names no recording that starts with "${options.only}".`);
  process.exit(1);
};

export const isComposite = ({ tags }: Clip): boolean => tags.includes('composite');
export const isEnglish = ({ language }: Clip): boolean => language === 'en';

/** The samples of a recording, 16 kHz mono. */
export const samplesOf = (clip: Clip): Promise<Int16Array> =>
  samplesOfFile(inFolder(clip.file), findFfmpeg(speechDir));
