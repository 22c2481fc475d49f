import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { bearerOf } from '#lib/platform/http/bearer.ts';
import type { Mode } from '#lib/platform/tenant.ts';

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 16;
const secretLength = 32;
const checksumLength = 6;

export type ApiKey = { readonly mode: Mode; readonly id: string; readonly secret: string };

const randomText = (length: number): string =>
  Array.from({ length }, () => base62[randomInt(base62.length)]).join('');

/** CRC-32 in base62, so that a mistyped or invented key is refused without a table read. */
export const checksum = (text: string): string => {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumLength) {
    digits = base62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
};

/** `es_live_<16 id>_<32 secret><6 checksum>`: a prefix for secret scanners, and one word for a double click. */
export const formatKey = ({ mode, id, secret }: ApiKey): string => {
  const body = `es_${mode}_${id}_${secret}`;
  return body + checksum(body);
};

const shape = new RegExp(
  `^es_(?<mode>live|test)_(?<id>[0-9A-Za-z]{${idLength}})_(?<secret>[0-9A-Za-z]{${secretLength}})[0-9A-Za-z]{${checksumLength}}$`,
);

/** The parts of a key. Undefined if its form or checksum is wrong. */
export const parseKey = (text: string): ApiKey | undefined => {
  const { mode, id, secret } = shape.exec(text)?.groups ?? {};
  if ((mode !== 'live' && mode !== 'test') || !id || !secret) return undefined;
  return formatKey({ mode, id, secret }) === text ? { mode, id, secret } : undefined;
};

/** The key of an Authorization header. Undefined if there is none. */
export const keyOf = (authorization: string | undefined): ApiKey | undefined =>
  parseKey(bearerOf(authorization));

export const generateKey = (mode: Mode): ApiKey => ({
  mode,
  id: randomText(idLength),
  secret: randomText(secretLength),
});

/** SHA-256 in hex. Our secrets have 190 random bits or more, so a slow hash would not protect them better. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

export const isSecret = (secret: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(hash));
