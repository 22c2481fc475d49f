/**
 * Makes random files, some damaged, cuts each as one and in parts, and prints one line of JSON for each.
 * node bench/cuts/cut-files.ts SOUND SECONDS_OF_PARTS SEED FILES
 */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceOf } from '../../test/support/chance.ts';
import { differenceOf } from './compare.ts';
import { damaged } from './damages.ts';
import { kinds, makeFile } from './formats.ts';
import { setPartMs } from './part-length.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const [sound = '', partSeconds = '', seed = '', files = ''] = process.argv.slice(2);
setPartMs(1_000 * Number(partSeconds));
const { cutAsOne, cutInParts } = await import('./outcome.ts');
/** A folder that keeps the files whose outcomes differ. */
const { CUTS_KEPT: kept } = process.env;

/** The number of damaged versions of each file, in addition to the original. */
const damagesPerFile = 3;

const chance = chanceOf(Number(seed));
using folder = temporaryFolder();
let other: Buffer = Buffer.from('RIFF');
let nth = 0;

const cut = async (format: string, kind: string, bytes: Buffer): Promise<void> => {
  const file = join(folder.path, 'file');
  writeFileSync(file, bytes);
  const parts = await cutInParts(file);
  // A file that is not planned in parts is only cut as one, so there is nothing to compare.
  const whole = parts.way === 'as one' ? undefined : await cutAsOne(file);
  const difference = whole && 'outcome' in parts ? differenceOf(whole, parts.outcome) : undefined;
  const replay = `${partSeconds} ${seed} ${nth}`;
  if (difference !== undefined && kept !== undefined)
    copyFileSync(file, join(kept, replay.replaceAll(' ', '-')));
  const { way } = parts;
  const line = { format, kind, way, difference, replay };
  const reason = 'reason' in parts ? parts.reason : undefined;
  const readings = 'readings' in parts ? parts.readings : [];
  console.log(JSON.stringify({ ...line, reason, readings, partSeconds: Number(partSeconds) }));
  nth += 1;
};

for (let made = 0; made < Number(files); made += 1) {
  const kind = kinds[(Number(seed) + made) % kinds.length];
  if (!kind) throw new RangeError('There is no kind of file.');
  const length =
    Number(partSeconds) * (3.1 + chance.under(Number(partSeconds) > 100 ? 1_000 : 2_500) / 1_000);
  const bytes = makeFile(kind, { file: sound, seconds: 200, length, folder: folder.path }, chance);
  await cut(kind.name, 'whole', bytes);
  for (let i = 0; i < damagesPerFile; i += 1) {
    const harmed = damaged(bytes, other, chance);
    await cut(kind.name, harmed.kind, harmed.bytes);
  }
  other = bytes;
}
