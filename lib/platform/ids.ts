import { createHash, randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 base32 in lower case, unpadded: 16 bytes give 26 characters that a double click selects. */
const base32 = (bytes: Uint8Array, digits = alphabet): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => digits[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
};

/** What every id with this prefix looks like. */
export const idPattern = (prefix: string): RegExp => new RegExp(`^${prefix}_[a-z2-7]{26}$`);

/** Whether `text` could be an id with this prefix; what could not need not be looked for. */
export const isId = (prefix: string, text: string): boolean => idPattern(prefix).test(text);

/** A fresh id, `<prefix>_` and 128 random bits. */
export const randomId = (prefix: string): string => `${prefix}_${base32(randomBytes(16))}`;

/** Which of `count` shards the thing with this id belongs to: always the same, and each gets its share. */
export const shardOf = (id: string, count: number): number =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % count;

/** The id that `parts` always lead to, so that the record itself remembers an Idempotency-Key. */
export const derivedId = (prefix: string, parts: readonly string[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return `${prefix}_${base32(digest.subarray(0, 16))}`;
};

const ascending = alphabet.split('').toSorted().join('');

/** As `derivedId`, but of two ids with this prefix the one with the later instant is the greater text. */
export const timedId = (prefix: string, at: Date, parts: readonly string[]): string => {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  return `${prefix}_${base32(bytes, ascending)}`;
};
