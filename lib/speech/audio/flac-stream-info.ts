/** The name of the format, the head of STREAMINFO, and that block: the first of a FLAC file (RFC 9639, section 8.2). */
export const streamInfoBytes = 4 + 4 + 34;

export type FlacStreamInfo = {
  /** Per channel. */
  readonly maxFrameSamples: number;
  /** 0 if unknown, like the number of samples. */
  readonly rate: number;
  readonly channels: number;
  /** Of each sample. */
  readonly bits: number;
  /** Per channel. */
  readonly samples: number;
};

/** Parses the start of a FLAC file. Undefined if the file ends before the fields. */
export const flacStreamInfo = (head: Buffer): FlacStreamInfo | undefined => {
  if (head.length < 26) return undefined;
  // 16 bits, then after 64 others 20, 3, 5 and 36.
  const format = head.readUInt32BE(18);
  return {
    maxFrameSamples: head.readUInt16BE(10),
    rate: format >>> 12,
    channels: ((format >>> 9) & 7) + 1,
    bits: ((format >>> 4) & 31) + 1,
    samples: (format & 15) * 2 ** 32 + head.readUInt32BE(22),
  };
};
