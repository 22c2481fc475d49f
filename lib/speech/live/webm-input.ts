import { joinSamples, msSamples, sampleRate, toSamples } from '#lib/speech/audio/pcm.ts';
import { blockDecoder, type PlacedPacket } from './block-decoder.ts';
import type { LiveInput, StreamRange } from './live-input.ts';
import { opusSamples } from '#lib/speech/audio/opus/opus-samples.ts';
import { stereoMixer } from './stereo-mixer.ts';
import { webmDemuxer, type WebmPacket } from '#lib/speech/audio/opus/webm-demuxer.ts';
import type { WebmProgress, WebmRestart } from './webm-progress.ts';

const sliceBytes = 8_000;
const sliceSamples = sampleRate;
/** Times of packets are rounded, and vary if they are wall time. A longer jump means that audio is missing. */
const maxJumpSamples = toSamples(100);
/** How much audio may be undecided after everything was decided. */
const slackMs = 100;
/** Samples of 48 kHz per sample of 16 kHz. */
const preSkipRatio = 3;

/** A stream of WebM with Opus. If its times jump ahead, silence fills the gap. */
export const webmInput = ({ startMs, endMs }: StreamRange, progress: WebmProgress | null): LiveInput => {
  let { decidedByte, restart } = progress ?? { decidedByte: 0, restart: null };
  const start = toSamples(startMs);
  const end = toSamples(endMs);
  const startByte = restart?.byte ?? 0;
  const demuxer = webmDemuxer(restart ?? undefined);
  const decoder = blockDecoder();
  const mix = stereoMixer({ startMs });
  let byte = startByte;
  let packets: readonly WebmPacket[] = [];
  let position = restart?.position;
  let originMs = restart?.originMs;
  let silence = 0;

  const heardMs = (): number => Math.max(0, Math.floor(Math.min(position ?? 0, end) / msSamples));
  const openedMs = heardMs();
  const isFull = (): boolean => position !== undefined && position >= end;

  /** The samples of each channel of the next packet, or of the silence before it. */
  const next = async (packet: WebmPacket, at: number): Promise<readonly Int16Array[]> => {
    const { timeMs, isFirst, track, data } = packet;
    if (isFirst || originMs === undefined) originMs = timeMs - at / msSamples;
    const jump = Math.round((timeMs - originMs) * msSamples) - at;
    if (jump > maxJumpSamples) silence = jump;
    if (silence > 0) {
      const length = Math.min(silence, sliceSamples);
      silence -= length;
      return Array.from({ length: track.channels }, () => new Int16Array(length));
    }
    packets = packets.slice(1);
    const samples = opusSamples(data);
    return samples === 0 ? [] : decoder.decode({ packet, position: at, samples, originMs });
  };

  /** Mixes to mono, and cuts off what is outside the range. */
  const audible = (channels: readonly Int16Array[], at: number): Int16Array => {
    const [left = new Int16Array(), right] = channels.map((samples) =>
      samples.subarray(Math.max(0, start - at), Math.max(0, end - at)),
    );
    return right ? mix.add(left, right) : left;
  };

  return {
    startByte,
    sliceBytes,
    get endByte() {
      return isFull() ? startByte : Infinity;
    },
    get heardMs() {
      return heardMs();
    },
    get hasMore() {
      return packets.length > 0 && !isFull();
    },
    get isUnsupported() {
      return demuxer.isUnsupported;
    },

    async decode(bytes) {
      byte += bytes.length;
      packets = [...packets, ...demuxer.read(bytes)];
      const parts: Int16Array[] = [];
      for (let samples = 0; samples < sliceSamples && !isFull();) {
        const [packet] = packets;
        if (!packet) break;
        const at = position ?? -Math.floor(packet.track.preSkip / preSkipRatio);
        const channels = await next(packet, at);
        position = at + (channels[0]?.length ?? 0);
        samples += position - at;
        parts.push(audible(channels, at));
      }
      return joinSamples(parts);
    },

    end: () => mix.end(),

    msAt: (other) => {
      const msPerByte = byte > startByte ? (heardMs() - openedMs) / (byte - startByte) : 0;
      return Math.max(0, Math.round(heardMs() + (other - byte) * msPerByte));
    },

    progressAt: (decidedMs, nextStartMs) => {
      if (packets.length === 0 && heardMs() - decidedMs <= slackMs) decidedByte = byte;
      const placed = decoder.restartFor(toSamples(nextStartMs));
      if (placed) restart = restartAt(placed);
      return { decidedByte, restart };
    },
  };
};

const restartAt = ({ packet, position, originMs }: PlacedPacket): WebmRestart => {
  const { byte, clusterTicks, track } = packet;
  return { byte, clusterTicks, track, position, originMs };
};
