import type { ByteReader } from './byte-reader.ts';
import type { Fault } from './fault.ts';

const blockBytes = 1024 * 1024;
const headBytes = 16;
const minBoxBytes = 8;
/** Five hours of fragments of one packet each have two million. The limit bounds the work on a hostile file. */
const maxBoxes = 4_000_000;

type Head = { readonly type: string; readonly bytes: number };

/** The type and length of the box (ISO/IEC 14496-12) that `bytes` begin with. Undefined if it is none. */
const headOf = (bytes: Buffer): Head | undefined => {
  const type = bytes.toString('latin1', 4, 8);
  const short = bytes.readUInt32BE();
  const hasLong = short === 1 && bytes.length >= headBytes;
  const length = hasLong ? Number(bytes.readBigUInt64BE(8)) : short;
  // The last box may say by 0 that it goes on to the end.
  const isBox = /^[\x20-\x7e]{4}$/.test(type) && (length === 0 || length >= minBoxBytes);
  return isBox ? { type, bytes: length === 0 ? Infinity : length } : undefined;
};

/**
 * Whether the boxes of a file that was recorded in fragments lead to its end. From a wrong one on, ffmpeg leaves out the rest
 * without a message. Undefined for whole files and for those without fragments, of which the index tells.
 */
export const fragmentFault = async (file: ByteReader, start: number): Promise<Fault | undefined> => {
  let block: Buffer = Buffer.alloc(0);
  let blockAt = 0;
  let hasFragments = false;
  let fault: Fault | undefined;
  let at = start;
  for (let seen = 0; at < file.size && fault === undefined; seen += 1) {
    if (at + headBytes > blockAt + block.length) {
      block = await file.at(at, blockBytes);
      blockAt = at;
    }
    const bytes = block.subarray(at - blockAt, at - blockAt + headBytes);
    const head = bytes.length < minBoxBytes ? undefined : headOf(bytes);
    hasFragments ||= head?.type === 'moof';
    if (bytes.length < minBoxBytes || (head && head.bytes < Infinity && at + head.bytes > file.size))
      fault = 'cut off';
    else if (!head || seen === maxBoxes) fault = 'damaged';
    at += head?.bytes ?? 0;
  }
  return hasFragments ? fault : undefined;
};
