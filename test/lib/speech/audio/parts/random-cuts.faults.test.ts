import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSound } from '../../../../../bench/cuts/sound.ts';
import { seedOf } from '../../../../support/seed.ts';
import { hasFfmpeg, needs } from '../../../../support/speech.ts';
import { testFolder } from '../../../../support/test-folder.ts';

/**
 * CUTS_SEED=n replays the files, and CUTS_FILES=n sets their number. `npm run bench -- cuts` has more files and longer parts.
 */
const seed = seedOf('CUTS_SEED');
const { CUTS_FILES: files = '10' } = process.env;
const partSeconds = '16';
const cutter = join(import.meta.dirname, '../../../../../bench/cuts/cut-files.ts');

test.skipIf(!hasFfmpeg)(
  `random files, whole and damaged, end in parts as they end as one (CUTS_SEED=${seed})${needs.ffmpeg}`,
  { timeout: 10 * 60_000 },
  () => {
    const args = [cutter, makeSound(testFolder()).file, partSeconds, String(seed), files];
    const printed = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });
    const cuts = printed
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(cuts.length).toBeGreaterThanOrEqual(Number(files));
    expect(cuts.filter(({ difference }) => difference !== undefined)).toEqual([]);
  },
);
