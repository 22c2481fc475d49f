import type { ByteReader } from './byte-reader.ts';
import type { Fault } from './declared.ts';
import { type BoxHead, boxHead, boxType, contentAt, findBox, maxHeadBytes } from './parts/mov-boxes.ts';
import { readAhead } from './read-ahead.ts';

const minBoxBytes = 8;
/** Five hours in fragments of one packet each have two million boxes. The limit bounds the work on a hostile file. */
const maxBoxes = 4_000_000;
/** A fragment of a minute with pictures has 50 KB of tables. */
const maxFragmentBytes = 4 * 1024 * 1024;
/** As many tracks as the decoder takes. */
const maxTracks = 32;

/**
 * The head of a box. A length of 0 means that the box, which must be the last, extends to the end of the file. Undefined
 * if this is no box.
 */
const headOf = (bytes: Buffer): BoxHead | undefined => {
  const head = boxHead(bytes);
  const isBox = /^[\x20-\x7e]{4}$/.test(head.type) && (head.bytes === 0 || head.bytes >= minBoxBytes);
  return isBox ? { ...head, bytes: head.bytes === 0 ? Infinity : head.bytes } : undefined;
};

const types = { traf: boxType('traf'), tfhd: boxType('tfhd'), tfdt: boxType('tfdt') };

/** When the tracks of a fragment begin, by their numbers. Tracks without a time are left out. */
const timesIn = function* (moof: Buffer): Generator<readonly [track: number, time: number], void> {
  for (let at = findBox(moof, types.traf); at !== -1;) {
    const inside = { from: at + 8, to: at + moof.readUInt32BE(at) };
    const head = contentAt(moof, findBox(moof, types.tfhd, inside));
    const time = head && contentAt(moof, findBox(moof, types.tfdt, inside));
    if (head && head.length >= 8 && time && time.length >= (time[0] === 1 ? 12 : 8))
      yield [head.readUInt32BE(4), time[0] === 1 ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4)];
    at = findBox(moof, types.traf, { from: inside.to });
  }
};

/** Tells of each fragment whether a track begins earlier than in the fragment before. */
const backsteps = () => {
  const last = new Map<number, number>();
  return (moof: Buffer): boolean => {
    let isBack = false;
    for (const [track, time] of timesIn(moof)) {
      isBack ||= time < (last.get(track) ?? 0);
      if (last.has(track) || last.size < maxTracks) last.set(track, time);
    }
    return isBack;
  };
};

/**
 * Checks that the boxes of a file recorded in fragments lead to its end, and that the fragments follow each other in
 * time. ffmpeg skips everything after a wrong box without a message, sorts fragments by time, and reads only the first of
 * several files without fragments. Undefined for intact files and for files without fragments, which have an index to
 * check.
 */
export const boxFault = async (file: ByteReader, start: number): Promise<Fault | undefined> => {
  const { known, read } = readAhead(file);
  const stepsBack = backsteps();
  let hasFragments = false;
  let hasType = false;
  let fault: Fault | undefined;
  let position = start;
  for (let seen = 0; position < file.size && fault === undefined; seen += 1) {
    const bytes = known(position, maxHeadBytes) ?? (await read(position, maxHeadBytes));
    const head = bytes.length < minBoxBytes ? undefined : headOf(bytes);
    hasFragments ||= head?.type === 'moof';
    if (head?.type === 'ftyp' && hasType && !hasFragments) return 'joined';
    hasType ||= head?.type === 'ftyp';
    if (bytes.length < minBoxBytes || (head && head.bytes < Infinity && position + head.bytes > file.size))
      fault = 'cut off';
    else if (!head || seen === maxBoxes) fault = 'damaged';
    else if (head.type === 'moof' && head.bytes <= maxFragmentBytes) {
      const moof = known(position, head.bytes) ?? (await read(position, head.bytes));
      if (stepsBack(moof.subarray(head.headBytes))) fault = 'joined';
    }
    position += head?.bytes ?? 0;
  }
  return hasFragments ? fault : undefined;
};
