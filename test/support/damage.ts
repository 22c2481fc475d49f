import { type Chance, chanceOf } from './chance.ts';

/** Damage by disks, networks, crashes and attackers. */
type Damage = (bytes: Buffer) => Buffer;

const replaced = (bytes: Buffer, at: number, by: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, at), by, bytes.subarray(at + by.length)]);
const noise = (length: number): Uint8Array => chanceOf(1).bytes(length);

export const half: Damage = (bytes) => bytes.subarray(0, bytes.length / 2);
export const withoutLastBytes: Damage = (bytes) => bytes.subarray(0, -20);
export const noiseInTheMiddle: Damage = (bytes) =>
  replaced(bytes, bytes.length >> 1, noise(Math.ceil(bytes.length / 4)));
export const noiseAtTheEnd: Damage = (bytes) => replaced(bytes, bytes.length - 400, noise(400));

/** Repeats a slice of a recording, like a client that lost the response and sent the slice again. */
export const sliceTwice: Damage = (bytes) =>
  Buffer.concat([bytes.subarray(0, bytes.length * 0.6), bytes.subarray(bytes.length / 2)]);
export const sliceLost: Damage = (bytes) =>
  Buffer.concat([bytes.subarray(0, bytes.length / 2), bytes.subarray(bytes.length * 0.6)]);

/** The chunk has more sound than its size declares. */
export const aiffSaysTooLittle: Damage = (bytes) => {
  const changed = Buffer.from(bytes);
  const at = bytes.indexOf('SSND') + 4;
  changed.writeUInt32BE(bytes.readUInt32BE(at) >> 2, at);
  return changed;
};

/** Names of container parts, where damage has the most effect. */
const landmarks =
  'RIFF fmt data FORM COMM SSND fLaC OggS vorb Opus moov trak mdia stbl stsd stts stsz stco mdat moof trun dref elst Xing Info'.split(
    ' ',
  );
const extremes = [0, 1, 0x7f, 0x80, 0xff];

/** An offset near a landmark of the file, or anywhere. */
const somewhere = (bytes: Buffer, chance: Chance): number => {
  const found = landmarks.map((name) => bytes.indexOf(name)).filter((at) => at >= 0);
  const near = [() => chance.under(64), () => chance.pick([0, ...found]) + chance.under(40)];
  return Math.min(chance.pick([...near, () => chance.under(bytes.length)])(), bytes.length);
};

const mutations: Readonly<Record<string, (bytes: Buffer, chance: Chance, other: Buffer) => Buffer>> = {
  'cut off': (bytes, chance) => bytes.subarray(0, somewhere(bytes, chance)),
  'bits flipped': (bytes, chance) => {
    const flipped = Buffer.from(bytes);
    for (let i = chance.pick([1, 8, 64]); i > 0; i -= 1) {
      const at = chance.under(bytes.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << chance.under(8));
    }
    return flipped;
  },
  'header lies': (bytes, chance) => {
    const lie = Buffer.alloc(chance.pick([1, 2, 4, 8]), chance.pick(extremes));
    return replaced(bytes, somewhere(bytes, chance), lie).subarray(0, bytes.length);
  },
  spliced: (bytes, chance, other) =>
    Buffer.concat([bytes.subarray(0, somewhere(bytes, chance)), other.subarray(somewhere(other, chance))]),
  'in the guise of another': (bytes, chance, other) =>
    Buffer.concat([other.subarray(0, chance.pick([4, 8, 12, 16, 64])), bytes]),
  'a part many times': (bytes, chance) => {
    const part = bytes.subarray(somewhere(bytes, chance)).subarray(0, 1 + chance.under(400));
    const at = somewhere(bytes, chance);
    const parts = Array.from({ length: 2000 }, () => part);
    return Buffer.concat([bytes.subarray(0, at), ...parts, bytes.subarray(at)]);
  },
};

/** `bytes` with one kind of damage, and the name of the damage. `other` is a file of another format. */
export const mutant = (bytes: Buffer, other: Buffer, chance: Chance): { kind: string; bytes: Buffer } => {
  const [kind, mutate] = chance.pick(Object.entries(mutations));
  return { kind, bytes: mutate(bytes, chance, other) };
};
