import { mp3Frame } from './mp3-frame.ts';

type Frame = {
  /** What all frames of one file have in common. */
  readonly kind: string;
  readonly bytes: number;
};
type ReadFrame = (head: Buffer, at: number) => Frame | undefined;

const minFrames = 3;
const headerBytes = 6;

const readMp3: ReadFrame = (head, at) => {
  const frame = mp3Frame(head.readUInt32BE(at));
  return frame && { kind: `${frame.version} ${frame.rate} ${frame.isMono}`, bytes: frame.bytes };
};

/** The sync word of ADTS, with a layer of 0; the length is thirteen bits. */
const readAdts: ReadFrame = (head, at) => {
  if ((head.readUInt16BE(at) & 0xfff6) !== 0xfff0) return undefined;
  const bytes = (head.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
  return { kind: String(head.readUInt32BE(at) & 0xffff_ffc0), bytes };
};

const formats = [
  ['mp3', readMp3],
  ['aac', readAdts],
] as const;

const isChain = (head: Buffer, first: number, read: ReadFrame): boolean => {
  const kind = read(head, first)?.kind;
  let at = first;
  for (let frames = 0; frames < minFrames; frames += 1) {
    if (at + headerBytes > head.length) return false;
    const frame = read(head, at);
    if (!frame || frame.kind !== kind || frame.bytes < headerBytes) return false;
    at += frame.bytes;
  }
  return true;
};

/**
 * The format of a recorded radio stream, which begins in the middle of a frame: somewhere in `head` three frames of MP3 or ADTS
 * directly follow each other. Undefined for anything else.
 */
export const findFrameChain = (head: Buffer): 'mp3' | 'aac' | undefined => {
  for (let at = 1; at + headerBytes <= head.length; at += 1)
    for (const [demuxer, read] of formats) if (isChain(head, at, read)) return demuxer;
  return undefined;
};
