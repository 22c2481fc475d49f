/** `kind` is what all frames of one file have in common. `bytes` is the length of this frame with its header. */
export type AdtsFrame = { readonly kind: number; readonly bytes: number };

/** Parses the first six bytes of an ADTS frame (ISO/IEC 13818-7), which begins at `at`. Undefined if there is no such frame. */
export const adtsFrame = (bytes: Buffer, at = 0): AdtsFrame | undefined => {
  // The sync word, and a layer field of 0.
  if ((bytes.readUInt16BE(at) & 0xfff6) !== 0xfff0) return undefined;
  // All fields except the copyright bits and the length.
  const kind = bytes.readUInt32BE(at) & 0xffff_ffc0;
  return { kind, bytes: (bytes.readUIntBE(at + 3, 3) >> 5) & 0x1fff };
};
