import { type Chance } from '../../test/support/chance.ts';
import { mutant } from '../../test/support/damage.ts';

/** Names in headers that are followed by lengths. */
const sizes = [
  'data',
  'mdat',
  'moov',
  'stsz',
  'stts',
  'stco',
  'elst',
  'mdhd',
  'Xing',
  'Info',
  'fLaC',
  'OggS',
  'SSND',
];

/** The file with a wrong length in a header. The error is small or large. */
const lieAbout = (bytes: Buffer, chance: Chance): Buffer => {
  const found = sizes.map((name) => bytes.indexOf(name)).filter((at) => at >= 0);
  const changed = Buffer.from(bytes);
  const at = Math.min(bytes.length - 1, (found.length > 0 ? chance.pick(found) : 0) + chance.under(32));
  changed[at] = ((changed[at] ?? 0) + chance.pick([1, 2, 16, 255])) & 255;
  return changed;
};

const withoutMiddle = (bytes: Buffer, chance: Chance): Buffer => {
  const at = chance.under(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + chance.pick([1, 400, 10_000, 200_000]))]);
};

const overwritten = (bytes: Buffer, chance: Chance): Buffer => {
  const at = chance.under(bytes.length);
  const length = Math.min(bytes.length - at, chance.pick([1, 16, 500, 20_000, 200_000]));
  const changed = Buffer.from(bytes);
  return chance.under(2) === 0
    ? changed.fill(0, at, at + length)
    : (changed.set(chance.bytes(length), at), changed);
};

/** The file with one kind of damage, and its name. */
export const damaged = (bytes: Buffer, other: Buffer, chance: Chance): { kind: string; bytes: Buffer } => {
  const way = chance.under(6);
  if (way === 0) return { kind: 'a length that lies', bytes: lieAbout(bytes, chance) };
  if (way === 1) return { kind: 'the middle cut out', bytes: withoutMiddle(bytes, chance) };
  if (way === 2) return { kind: 'bytes overwritten', bytes: overwritten(bytes, chance) };
  if (way === 3)
    return { kind: 'the end missing', bytes: bytes.subarray(0, bytes.length - chance.under(bytes.length)) };
  return mutant(bytes, other, chance);
};
