const sampleRates = [44_100, 48_000, 32_000] as const;
const layer3 = 1;

/**
 * The length that an MP3 file declares in its first frame, in the header of Xing, LAME ("Info") or Fraunhofer
 * ("VBRI"). `head` is the first 256 bytes of that frame.
 */
export const xingSeconds = (head: Buffer): number | undefined => {
  const [first = 0, second = 0, third = 0, fourth = 0] = head;
  const version = (second >> 3) & 3;
  const rate = sampleRates[(third >> 2) & 3];
  if (head.length < 64 || first !== 0xff || ((second >> 1) & 3) !== layer3 || !rate || version === 1)
    return undefined;
  const isMpeg1 = version === 3;
  const isMono = fourth >> 6 === 3;
  const at = 4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17);
  const frames = framesByXing(head.subarray(at)) ?? framesByVbri(head.subarray(36));
  if (!frames) return undefined;
  // MPEG 2 halves the sample rates of MPEG 1, and MPEG 2.5 (version 0) halves them again.
  return (frames * (isMpeg1 ? 1152 : 576)) / (rate / (isMpeg1 ? 1 : version === 2 ? 2 : 4));
};

const framesByXing = (mark: Buffer): number | undefined => {
  const hasFrames = ((mark[7] ?? 0) & 1) === 1;
  return /^(Xing|Info)/.test(mark.toString('latin1', 0, 4)) && hasFrames ? mark.readUInt32BE(8) : undefined;
};

const framesByVbri = (mark: Buffer): number | undefined =>
  mark.toString('latin1', 0, 4) === 'VBRI' ? mark.readUInt32BE(14) : undefined;

/** What the first frame of an MP3 file says of the others, by which ffmpeg leaves samples out. */
export type InfoFrame = {
  readonly frames: number | undefined;
  /** Samples that the encoder put before and behind the audio; undefined if it does not say. */
  readonly delay: number | undefined;
  readonly padding: number | undefined;
};

const encoders = ['LAME', 'Lavf', 'Lavc'];

/**
 * Parses the first 256 bytes of the first frame. Undefined if the frame is audio, 'unknown' for a header of another kind.
 */
export const infoFrame = (head: Buffer): InfoFrame | 'unknown' | undefined => {
  const isMpeg1 = (((head[1] ?? 0) >> 3) & 3) === 3;
  const isMono = (head[3] ?? 0) >> 6 === 3;
  const mark = head.subarray(4 + (isMpeg1 ? (isMono ? 17 : 32) : isMono ? 9 : 17));
  if (head.toString('latin1', 36, 40) === 'VBRI') return 'unknown';
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
