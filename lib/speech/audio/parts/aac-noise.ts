/** Parses enough of ISO/IEC 14496-3 to tell whether a packet of AAC decodes to the same samples wherever decoding begins. */

const lowComplexity = 2;
const noiseCodebook = 13;
const eightShort = 2;
const singleChannel = 0;
const channelPair = 1;

/** Reads bits. Past the end, the bits are zeros. */
const bitsOf = (bytes: Uint8Array) => {
  let at = 0;
  return (count: number): number => {
    let value = 0;
    for (let left = count; left > 0; left -= 1, at += 1)
      value = 2 * value + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
    return value;
  };
};
type Bits = ReturnType<typeof bitsOf>;

/** Whether an AudioSpecificConfig describes plain AAC: no bands are copied from other bands or restored from decoder state. */
export const isPlainAac = (config: Uint8Array): boolean => {
  const [first = 0, second = 0, extension, kind, flags = 0] = config;
  const rate = ((first & 7) << 1) | (second >> 7);
  const isExplicitlyPlain = extension === 0x56 && kind === 0xe5 && flags < 0x80;
  return first >> 3 === lowComplexity && rate < 13 && (config.length === 2 || isExplicitlyPlain);
};

type Windows = { readonly bands: number; readonly groups: number; readonly isShort: boolean };

const readWindows = (bits: Bits): Windows => {
  bits(1);
  const isShort = bits(2) === eightShort;
  bits(1);
  const bands = bits(isShort ? 4 : 6);
  if (!isShort) {
    bits(1);
    return { bands, groups: 1, isShort };
  }
  // Each of seven bits says whether a window is in the same group as the previous one.
  let groups = 8;
  for (let window = 1; window < 8; window += 1) groups -= bits(1);
  return { bands, groups, isShort };
};

/** Whether any section of a channel is noise. */
const hasNoisySection = (bits: Bits, { bands, groups, isShort }: Windows): boolean => {
  const lengthBits = isShort ? 3 : 5;
  const more = 2 ** lengthBits - 1;
  for (let group = 0; group < groups; group += 1)
    for (let band = 0; band < bands;) {
      if (bits(4) === noiseCodebook) return true;
      let length = 0;
      let digits = more;
      while (digits === more) {
        digits = bits(lengthBits);
        length += digits;
      }
      // The packet is damaged, because a section has at least one band.
      if (length === 0) return false;
      band += length;
    }
  return false;
};

/**
 * Whether the first channel of a packet has noise bands, which the decoder fills with new random noise each time
 * (perceptual noise substitution). The second channel of a pair is not checked, because finding its start requires
 * decoding the first.
 */
export const hasNoise = (packet: Uint8Array): boolean => {
  const bits = bitsOf(packet);
  const element = bits(3);
  bits(4);
  if (element !== singleChannel && element !== channelPair) return false;
  const isCommon = element === channelPair && bits(1) === 1;
  let windows: Windows | undefined;
  if (isCommon) {
    windows = readWindows(bits);
    if (bits(2) === 1) bits(windows.bands * windows.groups);
  }
  bits(8);
  return hasNoisySection(bits, windows ?? readWindows(bits));
};
