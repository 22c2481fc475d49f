import { OpusDecoder } from 'opus-decoder';
import { sampleRate, toSample } from '#lib/speech/audio/pcm.ts';

/** The size of the decoder's input buffer per channel. */
const maxPacketBytes = 3_840;

const toInt16 = (floats: Float32Array | undefined, length: number): Int16Array => {
  const samples = new Int16Array(length);
  for (let i = 0; i < length; i += 1) samples[i] = toSample(32_768 * (floats?.[i] ?? 0));
  return samples;
};

/** Opens a decoder of Opus packets to 16 kHz. Its output depends on all packets since its start. */
export const openOpusPackets = async (channels: 1 | 2) => {
  const decoder = new OpusDecoder({ channels, sampleRate, preSkip: 0 });
  await decoder.ready;
  return {
    /** Returns the `samples` of each channel that a packet decodes to; `opusSamples` gives their number. */
    decode: (packet: Uint8Array, samples: number): readonly Int16Array[] => {
      const isTooLong = packet.length > maxPacketBytes * channels;
      const decoded = isTooLong ? undefined : decoder.decodeFrame(packet);
      return Array.from({ length: channels }, (_, channel) =>
        toInt16(decoded?.channelData[channel], samples),
      );
    },
    /** Forgets all packets. */
    restart: () => decoder.reset(),
  };
};
