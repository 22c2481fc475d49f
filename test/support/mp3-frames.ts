import { mp3Frame } from '#lib/speech/audio/mp3-frame.ts';

/** The header of a frame of MPEG 1 at 48 kHz, mono: 24 ms. `rate` is an index of the bit rate table, from 1 to 14. */
const headerOf = (rate: number): number => (0xfffb_00c0 | (rate << 12) | (1 << 10)) >>> 0;
export const frameOf = (rate: number): Buffer => {
  const frame = Buffer.alloc(mp3Frame(headerOf(rate))?.bytes ?? 0);
  frame.writeUInt32BE(headerOf(rate));
  return frame;
};
export const perSecond = 48_000 / 1_152;
export const framesOf = (seconds: number, rate = 1): Buffer[] =>
  Array.from({ length: Math.ceil(seconds * perSecond) }, () => frameOf(rate));
