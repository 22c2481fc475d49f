import { createHash, randomBytes } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** RFC 4648 base32 in lower case, unpadded: 16 bytes give 26 characters that a double click selects. */
const base32 = (bytes: Uint8Array, digits = alphabet): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => digits[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
};

/** The pattern of ids with this prefix. */
export const idPattern = (prefix: string): RegExp => new RegExp(`^${prefix}_[a-z2-7]{26}$`);

/** Whether `text` has the form of an id with this prefix. If not, the table need not be read. */
export const isId = (prefix: string, text: string): boolean => idPattern(prefix).test(text);

/** A new id: `<prefix>_` and 128 random bits. */
export const randomId = (prefix: string): string => `${prefix}_${base32(randomBytes(16))}`;

/** The shard, 0 to `count` - 1, of an id. Stable and evenly distributed. */
export const shardOf = (id: string, count: number): number =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % count;

/** An id derived from `parts`, so that a repeated Idempotency-Key finds the first record. */
export const derivedId = (prefix: string, parts: readonly string[]): string => {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return `${prefix}_${base32(digest.subarray(0, 16))}`;
};

const ascending = alphabet.split('').toSorted().join('');

/** Like `derivedId`, but ids with the same prefix sort by time. */
export const timedId = (prefix: string, at: Date, parts: readonly string[]): string => {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  return `${prefix}_${base32(bytes, ascending)}`;
};
