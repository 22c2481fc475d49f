const layer3 = 1;
const mpeg1 = 3;
const kbits = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const rates = [44_100, 48_000, 32_000] as const;

export type Mp3Frame = {
  /** The fields that all frames of one file share: version, rate, and whether they are mono. */
  readonly kind: number;
  readonly rate: number;
  /** Per channel. */
  readonly samples: number;
  readonly isMono: boolean;
  readonly bytes: number;
};

/**
 * Parses the first four bytes of a layer III frame. Undefined for anything else, and for a frame whose header does not
 * give the bit rate.
 */
export const mp3Frame = (header: number): Mp3Frame | undefined => {
  const version = (header >>> 19) & 3;
  const rateIndex = (header >>> 10) & 3;
  const rate = rates[rateIndex];
  if (header >>> 21 !== 0x7ff || ((header >>> 17) & 3) !== layer3 || version === 1 || !rate) return undefined;
  const isMpeg1 = version === mpeg1;
  const bits = 1000 * (kbits[isMpeg1 ? 'mpeg1' : 'mpeg2'][(header >>> 12) & 15] ?? 0);
  if (bits === 0) return undefined;
  // MPEG 2 halves the sample rates of MPEG 1, and MPEG 2.5 (version 0) halves them again.
  const ownRate = rate / (isMpeg1 ? 1 : version === 2 ? 2 : 4);
  const samples = isMpeg1 ? 1152 : 576;
  const bytes = Math.floor((samples / 8) * (bits / ownRate)) + ((header >>> 9) & 1);
  const isMono = ((header >>> 6) & 3) === 3;
  const kind = (version << 3) | (rateIndex << 1) | Number(isMono);
  return { kind, rate: ownRate, samples, isMono, bytes };
};
