import type { ByteReader } from './byte-reader.ts';
import type { Fault } from './fault.ts';
import { boxHead, headBytes } from './parts/mov-boxes.ts';
import { readAhead } from './read-ahead.ts';

const minBoxBytes = 8;
/** Five hours in fragments of one packet each have two million boxes. The limit bounds the work on a hostile file. */
const maxBoxes = 4_000_000;

/**
 * The head of a box. A length of 0 means that the box, which must be the last, extends to the end of the file. Undefined
 * if this is no box.
 */
const headOf = (head: Buffer): ReturnType<typeof boxHead> | undefined => {
  const { type, bytes } = boxHead(head);
  const isBox = /^[\x20-\x7e]{4}$/.test(type) && (bytes === 0 || bytes >= minBoxBytes);
  return isBox ? { type, bytes: bytes === 0 ? Infinity : bytes } : undefined;
};

/**
 * Checks that the boxes of a file recorded in fragments lead to its end. ffmpeg skips everything after a wrong box
 * without a message. Undefined for intact files and for files without fragments, which have an index to check.
 */
export const fragmentFault = async (file: ByteReader, start: number): Promise<Fault | undefined> => {
  const { known, read } = readAhead(file);
  let hasFragments = false;
  let fault: Fault | undefined;
  let at = start;
  for (let seen = 0; at < file.size && fault === undefined; seen += 1) {
    const bytes = known(at, headBytes) ?? (await read(at, headBytes));
    const head = bytes.length < minBoxBytes ? undefined : headOf(bytes);
    hasFragments ||= head?.type === 'moof';
    if (bytes.length < minBoxBytes || (head && head.bytes < Infinity && at + head.bytes > file.size))
      fault = 'cut off';
    else if (!head || seen === maxBoxes) fault = 'damaged';
    at += head?.bytes ?? 0;
  }
  return hasFragments ? fault : undefined;
};
