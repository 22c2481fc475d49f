import * as z from 'zod';
import { audioType, childrenOf, trackIds, uintOf } from './ebml.ts';

/** The audio format that a WebM stream declares. `preSkip` is how many samples of 48 kHz to drop at the start. */
export const OpusTrack = z.object({
  number: z.int().positive(),
  channels: z.literal([1, 2]),
  preSkip: z.int().nonnegative(),
  /** The unit of all times in the stream. */
  tickMs: z.number().positive().max(Number.MAX_SAFE_INTEGER),
});
export type OpusTrack = z.infer<typeof OpusTrack>;

const ids = { ...trackIds, timecodeScale: 0x2ad7b1 } as const;
const setupBytes = 19;

/** The unit of times, from the segment's `Info` element. */
export const tickMsOf = (info: Uint8Array): number => {
  const [scale] = childrenOf(info).get(ids.timecodeScale) ?? [];
  return scale ? uintOf(scale) / 1_000_000 : 1;
};

/**
 * The only audio track of a `Tracks` element. Undefined if there are several, or if it is not plain Opus of one or two
 * channels.
 */
export const opusTrackOf = (tracks: Uint8Array, tickMs: number): OpusTrack | undefined => {
  const entries = (childrenOf(tracks).get(ids.entry) ?? []).map(childrenOf);
  const [entry, ...others] = entries.filter((one) => numberIn(one, ids.type) === audioType);
  if (!entry || others.length > 0 || entry.has(ids.encodings)) return undefined;
  const codec = entry.get(ids.codec)?.[0];
  const setup = entry.get(ids.setup)?.[0];
  if (!codec || !setup || textOf(codec) !== 'A_OPUS') return undefined;
  return OpusTrack.safeParse({ number: numberIn(entry, ids.number), tickMs, ...opusSetup(setup) }).data;
};

const numberIn = (entry: ReadonlyMap<number, Uint8Array[]>, id: number): number => {
  const [content] = entry.get(id) ?? [];
  return content ? uintOf(content) : 0;
};

/** Some writers end the text with zeros. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1').replace(/\0+$/, '');

/** Fields of the identification header (RFC 7845, section 5.1). Undefined for anything but plain Opus of one or two channels. */
export const opusSetup = (bytes: Uint8Array): Pick<OpusTrack, 'channels' | 'preSkip'> | undefined => {
  const setup = Buffer.from(bytes);
  if (setup.length < setupBytes || setup.toString('latin1', 0, 8) !== 'OpusHead') return undefined;
  const version = setup.readUInt8(8);
  const channels = setup.readUInt8(9);
  const mapping = setup.readUInt8(18);
  const isKnown = version < 16 && mapping === 0 && (channels === 1 || channels === 2);
  return isKnown ? { channels, preSkip: setup.readUInt16LE(10) } : undefined;
};
