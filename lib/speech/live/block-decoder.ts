import { toSamples } from '#lib/speech/audio/pcm.ts';
import { openOpusPackets } from './opus-packets.ts';
import type { WebmPacket } from '#lib/speech/audio/opus/webm-demuxer.ts';

/** A packet at its place in the audio. Positions are samples of 16 kHz. */
export type PlacedPacket = {
  readonly packet: WebmPacket;
  /** Negative before the first sample that counts. */
  readonly position: number;
  readonly samples: number;
  /** The time in the stream at which the audio begins. */
  readonly originMs: number;
};

const blockSamples = toSamples(10_000);
/** After this, a new decoder sounds like one that has heard everything: 57 dB of signal to difference after 320 ms. */
const primingSamples = toSamples(500);

/**
 * Decodes packets. What comes out must not depend on where a decoder began, which a single one remembers for ever. So each ten
 * seconds of audio are decoded by a new one, which hears the half second before them first.
 */
export const blockDecoder = () => {
  let decoder: Awaited<ReturnType<typeof openOpusPackets>> | undefined;
  let block: number | undefined;
  let recent: readonly PlacedPacket[] = [];
  let begun: readonly { readonly position: number; readonly from: PlacedPacket }[] = [];

  return {
    /** The samples of each channel. */
    decode: async (placed: PlacedPacket): Promise<readonly Int16Array[]> => {
      const { packet, position, samples } = placed;
      const own = Math.floor(Math.max(0, position) / blockSamples);
      decoder ??= await openOpusPackets(packet.track.channels);
      recent = recent.filter((one) => one.position >= position - primingSamples);
      if (block !== undefined && own !== block) {
        await decoder.restart();
        for (const one of recent) decoder.decode(one.packet.data, one.samples);
        begun = [...begun, { position, from: recent[0] ?? placed }];
      }
      block = own;
      recent = [...recent, placed];
      return decoder.decode(packet.data, samples);
    },
    /** The packet from which another decoder gives the same samples from `position` on; undefined if it is the first. */
    restartFor: (position: number): PlacedPacket | undefined => {
      const last = begun.findLastIndex((one) => one.position <= position);
      begun = begun.slice(Math.max(0, last));
      return last === -1 ? undefined : begun[0]?.from;
    },
  };
};
