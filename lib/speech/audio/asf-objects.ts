import type { ByteReader } from './byte-reader.ts';

/** The head of an object: an id of 16 bytes, then its length in 8 bytes, which includes the head. */
export const asfHeadBytes = 24;
/** The first halves of the ids of objects, in hexadecimal. They are enough to tell objects apart. */
export const asfIds = {
  header: '3026b2758e66cf11',
  data: '3626b2758e66cf11',
  encryption: 'fbb3112223bdd211',
  extendedEncryption: '14e68a292226174c',
} as const;

/** An object of an ASF file: the first half of its id, and its declared length in bytes. */
export type AsfObject = { readonly id: string; readonly bytes: number };

/** Reads the head of the object at `at`. Undefined if the file ends before. */
export const asfObject = async (file: ByteReader, at: number): Promise<AsfObject | undefined> => {
  const head = await file.at(at, asfHeadBytes);
  if (head.length < asfHeadBytes) return undefined;
  return { id: head.toString('hex', 0, 8), bytes: Number(head.readBigUInt64LE(16)) };
};

/** Bounds the search in a hostile file. */
const maxObjects = 1000;

/** The consecutive objects between two positions of a file. */
export const asfObjects = async function* (
  file: ByteReader,
  from: number,
  end = Infinity,
): AsyncGenerator<AsfObject, void> {
  let at = from;
  for (let seen = 0; seen < maxObjects && at + asfHeadBytes <= end; seen += 1) {
    const object = await asfObject(file, at);
    if (!object) return;
    yield object;
    at += Math.max(asfHeadBytes, object.bytes);
  }
};
