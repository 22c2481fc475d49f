import { type AdtsFrame, adtsFrame } from './adts-frame.ts';
import { type Mp3Frame, mp3Frame } from './mp3-frame.ts';

type ReadFrame = (head: Buffer, at: number) => AdtsFrame | Mp3Frame | undefined;

const minFrames = 3;
const headerBytes = 6;

const formats: readonly (readonly ['mp3' | 'aac', ReadFrame])[] = [
  ['mp3', (head, at) => mp3Frame(head.readUInt32BE(at))],
  ['aac', adtsFrame],
];

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
 * Detects the format of a recorded radio stream, which begins in the middle of a frame: somewhere in `head`, three
 * frames of MP3 or ADTS directly follow each other. Undefined for anything else.
 */
export const findFrameChain = (head: Buffer): 'mp3' | 'aac' | undefined => {
  for (let at = 1; at + headerBytes <= head.length; at += 1)
    for (const [demuxer, read] of formats) if (isChain(head, at, read)) return demuxer;
  return undefined;
};
