import type { ChunkLengths } from '../chunk.ts';
import { maxAudioMs } from '../limits.ts';
import { toSamples } from '../pcm.ts';
import { countParts, partEndMs, partStartMs } from './borders.ts';
import type { Slice } from './plan.ts';

/** A place where decoding of a file may begin: the byte, and the number of samples per channel before it. */
export type Place = { readonly byte: number; readonly sample: number };

/**
 * Keeps only places that are at least `everySamples` after the previous kept one: a hostile file has millions of places,
 * and slices need about one a second.
 */
export const sparsePlaces = (everySamples: number) => {
  const places: Place[] = [];
  return {
    places,
    add: (place: Place): void => {
      const last = places.at(-1);
      if (!last || place.sample - last.sample >= everySamples) places.push(place);
    },
  };
};

/** The number of pages or clusters in five hours if each has 20 ms, the usual length of a packet, and a few more. */
export const maxPlaces = maxAudioMs / 20 + 1_000;

type Extent = {
  readonly rate: number;
  readonly samples: number;
  /** The length of the file in bytes. */
  readonly bytes: number;
};

/**
 * The slices of a file that can be decoded from these places on, in order. A slice begins at the last place before or at
 * its first sample, and ends at the first place after its last sample.
 */
export const slicesAt = (
  places: readonly Place[],
  { rate, samples, bytes }: Extent,
  lengths: ChunkLengths,
): Slice[] => {
  const parts = countParts(toSamples(Math.floor((1000 * samples) / rate)), lengths);
  return Array.from({ length: parts }, (_, part) => {
    const begin = (partStartMs(part) / 1000) * rate;
    const after = (partEndMs(part) / 1000) * rate;
    const place = places.findLast(({ sample }) => sample <= begin) ?? { byte: 0, sample: 0 };
    const next = part + 1 === parts ? undefined : places.find(({ sample }) => sample >= after);
    return { from: place.byte, to: next?.byte ?? bytes, skip: begin - place.sample };
  });
};
