/** Boxes of ISO/IEC 14496-12: four bytes of length, four bytes of type, then the content. */

type Box = { readonly type: string; readonly content: Buffer };

/** The size of the longest box header. */
export const maxHeadBytes = 16;

export type BoxHead = {
  readonly type: string;
  /** The length of the box, with its header. */
  readonly bytes: number;
  readonly headBytes: number;
};

/** Parses the header of a box. If the 32-bit length is 1, a 64-bit length follows. */
export const boxHead = (head: Buffer): BoxHead => {
  const short = head.readUInt32BE();
  const type = head.toString('latin1', 4, 8);
  return short === 1 && head.length >= maxHeadBytes
    ? { type, bytes: Number(head.readBigUInt64BE(8)), headBytes: maxHeadBytes }
    : { type, bytes: short, headBytes: 8 };
};

/** Yields the boxes in these bytes, up to the first box with a wrong length. */
export const boxesIn = function* (bytes: Buffer): Generator<Box, void> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    if (length < 8 || at + length > bytes.length) return;
    yield { type: bytes.toString('latin1', at + 4, at + 8), content: bytes.subarray(at + 8, at + length) };
    at += length;
  }
};

/** A type of box as a number, to compare it in place. */
export const boxType = (type: string): number => Buffer.from(type, 'latin1').readUInt32BE();

/**
 * The position of the first box of this type, from `from` to before `to`. -1 if there is none. Reads in place, because a
 * hostile file has millions of boxes.
 */
export const findBox = (bytes: Buffer, type: number, { from = 0, to = bytes.length } = {}): number => {
  for (let at = from; at + 8 <= to;) {
    const length = bytes.readUInt32BE(at);
    if (length < 8 || at + length > to) return -1;
    if (bytes.readUInt32BE(at + 4) === type) return at;
    at += length;
  }
  return -1;
};

/** The content of the box at a position that `findBox` found. */
export const contentAt = (bytes: Buffer, at: number): Buffer | undefined =>
  at === -1 ? undefined : bytes.subarray(at + 8, at + bytes.readUInt32BE(at));

/** The content of the first box on this path of types. Undefined if there is none. */
export const boxAt = (bytes: Buffer, ...path: readonly string[]): Buffer | undefined => {
  let content: Buffer | undefined = bytes;
  for (const type of path) content = content && contentAt(content, findBox(content, boxType(type)));
  return content;
};

/** Encodes a box with these contents. Numbers take 32 bits each. */
export const box = (type: string, ...contents: readonly (Buffer | number)[]): Buffer => {
  const parts = contents.map((part) => (typeof part === 'number' ? numbers([part]) : part));
  const length = parts.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([numbers([length]), Buffer.from(type, 'latin1'), ...parts]);
};

/** Encodes numbers as 32 bits each, as tables do. */
export const numbers = (values: readonly number[] | Uint32Array): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, 4 * at);
  return bytes;
};
