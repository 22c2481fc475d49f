import type { ByteReader } from '../byte-reader.ts';
import type { ChunkLengths } from '../chunk.ts';
import { maxAudioMs } from '../limits.ts';
import { oggPages } from '../opus/ogg-pages.ts';
import { hasSilk, opusSamples } from '../opus/opus-samples.ts';
import { opusSetup } from '../opus/opus-track.ts';
import { sampleRate } from '../pcm.ts';
import { maxHeaderBytes, type Planned } from './plan.ts';
import { type Place, slicesAt } from './slice-places.ts';

/** Positions in Ogg are of 48 kHz, whatever the rate of the encoder. */
const rate = 48_000;
const fromSamples = rate / sampleRate;
/** Positions may begin at another one than 0, by as much as codecs delay. What begins later, begins with silence. */
const maxOffset = 0.04 * rate;
const maxSamples = (maxAudioMs / 1000) * rate;

/** The samples of a page's packets; 0 if one of them is damaged. */
const samplesOf = (packets: readonly Buffer[]): number => {
  const lengths = packets.map((packet) => fromSamples * opusSamples(packet));
  return lengths.includes(0) ? 0 : lengths.reduce((sum, length) => sum + length, 0);
};

/**
 * The parts of an Ogg file of Opus, as messengers and browsers record it. Where its pages are, and that nothing is missing
 * between them, only the whole file tells. Opus decodes alike from any point, after a while.
 */
export const planOgg = async (file: ByteReader, _: number, lengths: ChunkLengths): Promise<Planned> => {
  const places: Place[] = [];
  let stream: number | undefined;
  let number = 0;
  let samples = 0;
  let offset: number | undefined;
  let hasEnded = false;
  for await (const page of oggPages(file)) {
    if (!page) return { serially: 'header' };
    stream ??= page.stream;
    const isNext = page.stream === stream && page.number === number && page.isFirst === (number === 0);
    // Another stream may follow the first.
    if (!isNext || hasEnded) return { serially: 'header' };
    const [first] = page.packets;
    if (number === 0 && !(first && opusSetup(first))) return { serially: 'format' };
    hasEnded = page.isLast;
    number += 1;
    // A page of its head, and of its tags.
    if (number <= 2) continue;
    const before = samples;
    samples += samplesOf(page.packets);
    offset ??= page.granule - samples;
    const end = page.granule - offset;
    // The last page may say that less than its packets is to be heard.
    const isWhole = end === samples || (hasEnded && end < samples && end >= before);
    if (samples === before || !isWhole || Math.abs(offset) > maxOffset) return { serially: 'gaps' };
    if (page.packets.some(hasSilk)) return { serially: 'silk' };
    places.push({ byte: page.at, sample: before });
  }
  const headerBytes = places[0]?.byte ?? Infinity;
  if (headerBytes > maxHeaderBytes || samples > maxSamples) return { serially: 'header' };
  const header = await file.at(0, headerBytes);
  const slices = slicesAt(places, { rate, samples, bytes: file.size }, lengths);
  return { header: header.toString('base64'), slices };
};
