/** What all frames of one file have in common, and the length of this one with its header. */
export type AdtsFrame = { readonly kind: number; readonly bytes: number };

/** Parses the first six bytes of a frame of ADTS (ISO/IEC 13818-7), which begin at `at`. Undefined for others. */
export const adtsFrame = (bytes: Buffer, at = 0): AdtsFrame | undefined => {
  // The sync word, with a layer of 0.
  if ((bytes.readUInt16BE(at) & 0xfff6) !== 0xfff0) return undefined;
  // All but bits of copyright and the length.
  const kind = bytes.readUInt32BE(at) & 0xffff_ffc0;
  return { kind, bytes: (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff };
};
