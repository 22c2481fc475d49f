export type HostileFile = { readonly name: string; readonly bytes: Buffer };
/** A file that must not be read, and a URL that must not be requested. */
export type Targets = { readonly file: string; readonly url: string };

export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
export const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
export const u32 = (value: number): Buffer => Buffer.from([24, 16, 8, 0].map((by) => (value >>> by) & 0xff));
const little = (bytes: Buffer): Buffer => Buffer.from(bytes.toReversed());
export const le16 = (value: number): Buffer => little(u16(value));
export const le32 = (value: number): Buffer => little(u32(value));
export const many = (part: Buffer, times: number): Buffer =>
  Buffer.concat(Array.from({ length: times }, () => part));
export const join = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? latin1(part) : part)));

/** Pseudo-random bytes, which every decoder accepts as audio samples. */
export const noise = (length: number): Buffer =>
  Buffer.from(Uint8Array.from({ length }, (_, i) => (i * 2654435761) >>> 13));

/** `bytes` overwritten at an offset from `mark`. */
export const patched = (bytes: Buffer, mark: string, [offset, by]: readonly [number, Buffer]): Buffer => {
  const at = bytes.indexOf(mark, 0, 'latin1');
  if (at < 0) throw new Error(`No ${mark} to patch`);
  const changed = Buffer.from(bytes);
  by.copy(changed, at + offset);
  return changed;
};

/** An atom of QuickTime and MP4. */
export const atom = (name: string, ...parts: readonly (Buffer | string)[]): Buffer => {
  const content = join(...parts);
  return join(u32(content.length + 8), name, content);
};
/** `bytes` is the declared length. */
export const riffChunk = (name: string, content: Buffer, bytes = content.length): Buffer =>
  join(name, little(u32(bytes)), content);
export const iffChunk = (name: string, content: Buffer): Buffer => join(name, u32(content.length), content);

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc << 1) ^ (crc < 0 ? 0x04c11db7 : 0);
  return crc >>> 0;
});

type Page = {
  readonly flags: number;
  readonly granule: bigint;
  readonly serial: number;
  readonly sequence: number;
};

/** A page of OGG that holds packets of at most 64 KiB together, with a correct checksum. */
export const oggPage = (
  { flags, granule, serial, sequence }: Page,
  ...packets: readonly Buffer[]
): Buffer => {
  const position = Buffer.alloc(8);
  position.writeBigInt64LE(granule);
  const lacing = packets.flatMap(({ length }) => [
    ...Array.from({ length: Math.floor(length / 255) }, () => 255),
    length % 255,
  ]);
  const numbers = join(little(u32(serial)), little(u32(sequence)), u32(0));
  const page = join(
    'OggS',
    Buffer.from([0, flags]),
    position,
    numbers,
    Buffer.from([lacing.length, ...lacing]),
    ...packets,
  );
  let crc = 0;
  for (const byte of page) crc = ((crc << 8) ^ (crcTable[(crc >>> 24) ^ byte] ?? 0)) >>> 0;
  page.writeUInt32LE(crc, 22);
  return page;
};

export const named = (files: Readonly<Record<string, Buffer>>): HostileFile[] =>
  Object.entries(files).map(([name, bytes]) => ({ name, bytes }));
