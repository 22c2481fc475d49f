import type { ByteReader } from '../byte-reader.ts';
import { maxAudioMs } from '../limits.ts';
import { oggPages } from '../opus/ogg-pages.ts';
import { hasSilk, opusSamples } from '../opus/opus-samples.ts';
import { opusSetup } from '../opus/opus-track.ts';
import { sampleRate } from '../pcm.ts';
import type { Serially } from './plan.ts';
import { maxPlaces, type Place, sparsePlaces } from './slice-places.ts';

/** Positions in Ogg count samples of 48 kHz, regardless of the rate of the encoder. */
export const pageRate = 48_000;
const fromSamples = pageRate / sampleRate;
/** Positions may start at a small offset, up to the delay of codecs. A file with a larger offset begins with silence. */
const maxOffset = 0.04 * pageRate;
const maxSamples = (maxAudioMs / 1000) * pageRate;

/** The number of samples in a page's packets; 0 if one of them is damaged. */
const samplesOf = (packets: readonly Buffer[]): number => {
  const lengths = packets.map((packet) => fromSamples * opusSamples(packet));
  return lengths.includes(0) ? 0 : lengths.reduce((sum, length) => sum + length, 0);
};

/** Pages of an Ogg Opus file, about one a second, and the length of the audio in samples of 48 kHz. */
type Pages = { readonly places: readonly Place[]; readonly samples: number };

/** Reads an Ogg file to its end, or up to five hours. The file must be one Opus stream without gaps. */
export const walkPages = async (file: ByteReader, maxPages = maxPlaces): Promise<Pages | Serially> => {
  const { places, add } = sparsePlaces(pageRate);
  let stream: number | undefined;
  let number = 0;
  let samples = 0;
  let offset: number | undefined;
  let hasEnded = false;
  for await (const page of oggPages(file)) {
    if (!page) return { serially: 'header' };
    stream ??= page.stream;
    const isNext = page.stream === stream && page.number === number && page.isFirst === (number === 0);
    // A second stream may follow the first one.
    if (!isNext || hasEnded || number > maxPages) return { serially: 'header' };
    const [first] = page.packets;
    if (number === 0 && !(first && opusSetup(first))) return { serially: 'format' };
    hasEnded = page.isLast;
    number += 1;
    // The first two pages are the identification header and the tags.
    if (number <= 2) continue;
    const before = samples;
    samples += samplesOf(page.packets);
    offset ??= page.granule - samples;
    const end = page.granule - offset;
    // The last page may declare fewer samples than its packets have.
    const isWhole = end === samples || (hasEnded && end < samples && end >= before);
    if (samples === before || !isWhole || Math.abs(offset) > maxOffset) return { serially: 'gaps' };
    if (page.packets.some(hasSilk)) return { serially: 'silk' };
    if (samples > maxSamples) return { serially: 'header' };
    add({ byte: page.at, sample: before });
  }
  return { places, samples };
};
