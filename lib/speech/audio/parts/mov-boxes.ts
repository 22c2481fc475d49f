/** Boxes of ISO/IEC 14496-12: four bytes of length, four bytes of type, then the content. */

type Box = { readonly type: string; readonly content: Buffer };

/** The size of the longest box header. */
export const headBytes = 16;

/** Parses the header of a box. If the 32-bit length is 1, a 64-bit length follows. */
export const boxHead = (head: Buffer): { readonly type: string; readonly bytes: number } => {
  const short = head.readUInt32BE();
  const hasLong = short === 1 && head.length >= headBytes;
  return {
    type: head.toString('latin1', 4, 8),
    bytes: hasLong ? Number(head.readBigUInt64BE(8)) : short,
  };
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

/** The content of the first box on this path of types. Undefined if there is none. */
export const boxAt = (bytes: Buffer, ...path: readonly string[]): Buffer | undefined => {
  let content: Buffer | undefined = bytes;
  for (const type of path) content = content && boxesIn(content).find((box) => box.type === type)?.content;
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
