import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { S3Error } from './errors.ts';

/** A streaming checksum. `digest` is base64, like in S3's headers. */
export type Checksum = {
  readonly bytes: number;
  readonly update: (chunk: Buffer) => void;
  readonly digest: () => string;
};

/** The checksum of a request. Without a value it is in a trailer of the same name. */
export type DeclaredChecksum = {
  readonly name: string;
  readonly value: string | undefined;
  readonly checksum: Checksum;
};

const hash = (algorithm: string, bytes: number) => (): Checksum => {
  const sum = createHash(algorithm);
  return { bytes, update: (chunk) => void sum.update(chunk), digest: () => sum.digest('base64') };
};

const bigEndian = (bytes: number, value: bigint): string =>
  Buffer.from(value.toString(16).padStart(2 * bytes, '0'), 'hex').toString('base64');

const zlibCrc32 = (): Checksum => {
  let sum = 0;
  return {
    bytes: 4,
    update: (chunk) => {
      sum = crc32(chunk, sum);
    },
    digest: () => bigEndian(4, BigInt(sum)),
  };
};

/** A CRC of 32 or 64 bits with a reflected polynomial. Computed in two halves, because numbers are faster than big integers. */
const crc = (bits: 32 | 64, polynomial: bigint) => {
  const table = Array.from({ length: 256 }, (_, byte) => {
    let value = BigInt(byte);
    for (let bit = 0; bit < 8; bit += 1) value = value & 1n ? (value >> 1n) ^ polynomial : value >> 1n;
    return value;
  });
  const lows = Uint32Array.from(table, (value) => Number(value & 0xffffffffn));
  const highs = Uint32Array.from(table, (value) => Number(value >> 32n));
  const ones = (1n << BigInt(bits)) - 1n;
  return (): Checksum => {
    let low = 0xffffffff;
    let high = Number(ones >> 32n);
    return {
      bytes: bits / 8,
      update: (chunk) => {
        for (let at = 0; at < chunk.length; at += 1) {
          const index = (low ^ (chunk[at] ?? 0)) & 0xff;
          low = ((low >>> 8) | (high << 24)) ^ (lows[index] ?? 0);
          high = (high >>> 8) ^ (highs[index] ?? 0);
        }
      },
      digest: () => bigEndian(bits / 8, ones ^ ((BigInt(high >>> 0) << 32n) | BigInt(low >>> 0))),
    };
  };
};

const prefix = 'x-amz-checksum-';
const checksums: Readonly<Record<string, () => Checksum>> = {
  'x-amz-checksum-crc32': zlibCrc32,
  'x-amz-checksum-crc32c': crc(32, 0x82f63b78n),
  'x-amz-checksum-crc64nvme': crc(64, 0x9a6c9329ac4bc9b5n),
  'x-amz-checksum-sha1': hash('sha1', 20),
  'x-amz-checksum-sha256': hash('sha256', 32),
};
const settings = ['algorithm', 'mode', 'type'].map((name) => prefix + name);

/** The checksum that the headers declare. Throws InvalidRequest (several, or malformed) or NotImplemented. */
export const declaredChecksum = (headers: IncomingHttpHeaders): DeclaredChecksum | undefined => {
  const trailers =
    headers['x-amz-trailer']
      ?.toString()
      .toLowerCase()
      .split(/\s*,\s*/) ?? [];
  const names = [...Object.keys(headers), ...trailers].filter(
    (name) => name.startsWith(prefix) && !settings.includes(name),
  );
  const [name, ...more] = names;
  if (name === undefined) return undefined;
  if (more.length > 0) throw invalid('Expecting a single x-amz-checksum- header.');
  const checksum = checksums[name]?.();
  if (!checksum) throw new S3Error('501 NotImplemented', `This S3 does not support ${name}.`);
  const value = headers[name]?.toString();
  if (value !== undefined && !isBase64(value, checksum.bytes))
    throw invalid(`Value for ${name} header is invalid.`);
  return { name, value, checksum };
};

const isBase64 = (text: string, bytes: number): boolean => {
  const decoded = Buffer.from(text, 'base64');
  return decoded.length === bytes && decoded.toString('base64') === text;
};

const invalid = (message: string): S3Error => new S3Error('400 InvalidRequest', message);
