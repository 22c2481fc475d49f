import { type Mp3Frame, mp3Frame } from './mp3-frame.ts';

/** The facts that the first frame of an MP3 file declares about the others. ffmpeg uses them to drop samples. */
export type InfoFrame = {
  readonly frames: number | undefined;
  /**
   * The number of samples that the encoder added before (`delay`) and after (`padding`) the audio. Undefined if the
   * frame does not declare them.
   */
  readonly delay: number | undefined;
  readonly padding: number | undefined;
};

/** The encoders whose delays ffmpeg accepts. */
const encoders = ['LAME', 'Lavf', 'Lavc'];
const vbriAt = 36;

/** The header of Xing, LAME ("Info") or ffmpeg follows the side information, where the audio data of a frame would be. */
const infoAt = ({ samples, isMono }: Mp3Frame): number => {
  const sideBytes = samples === 1152 ? (isMono ? 17 : 32) : isMono ? 9 : 17;
  return 4 + sideBytes;
};

/**
 * Parses the first 256 bytes of the first frame of an MP3 file. Undefined if the frame is audio; 'vbri' if it has
 * Fraunhofer's header, which declares no delays.
 */
export const infoFrame = (head: Buffer): InfoFrame | 'vbri' | undefined => {
  const frame = head.length < 64 ? undefined : mp3Frame(head.readUInt32BE());
  if (!frame) return undefined;
  const mark = head.subarray(infoAt(frame));
  if (head.toString('latin1', vbriAt, vbriAt + 4) === 'VBRI') return 'vbri';
  if (!/^(Xing|Info)/.test(mark.toString('latin1', 0, 4))) return undefined;
  const flags = mark[7] ?? 0;
  // Frames, bytes, table of contents and quality, each only if its flag is set.
  const at = 8 + (flags & 1 ? 4 : 0) + (flags & 2 ? 4 : 0) + (flags & 4 ? 100 : 0) + (flags & 8 ? 4 : 0);
  const knowsDelay = encoders.includes(mark.toString('latin1', at, at + 4)) && mark.length >= at + 24;
  const delays = knowsDelay ? mark.readUIntBE(at + 21, 3) : undefined;
  return {
    frames: flags & 1 ? mark.readUInt32BE(8) : undefined,
    delay: delays === undefined ? undefined : delays >> 12,
    padding: delays === undefined ? undefined : delays & 0xfff,
  };
};

/** The length in seconds that an MP3 file declares in its first frame. `head` is the first 256 bytes of the frame. */
export const xingSeconds = (head: Buffer): number | undefined => {
  const info = infoFrame(head);
  const frame = info && mp3Frame(head.readUInt32BE());
  const frames = info === 'vbri' ? head.readUInt32BE(vbriAt + 14) : info?.frames;
  return frame && frames ? (frames * frame.samples) / frame.rate : undefined;
};
