/** The name of the format, the head of STREAMINFO, and that block: the first of a FLAC file (RFC 9639, section 8.2). */
export const streamInfoBytes = 4 + 4 + 34;

/** Parses the start of a FLAC file. A rate or length of 0 is unknown. Undefined if the file ends before them. */
export const flacStreamInfo = (
  head: Buffer,
): { readonly rate: number; readonly samples: number } | undefined =>
  head.length < 26
    ? undefined
    : {
        // 20 bits, and after 8 others 36 bits.
        rate: head.readUIntBE(18, 3) >> 4,
        samples: (head.readUInt8(21) & 15) * 2 ** 32 + head.readUInt32BE(22),
      };
