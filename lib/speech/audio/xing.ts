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
