import { joinSamples } from '#lib/speech/audio/pcm.ts';
import { stereoMixer } from './stereo-mixer.ts';
import { resampler } from './resampler.ts';

/** Interleaved signed 16-bit samples, little endian. */
export type PcmFormat = { readonly sampleRateHz: number; readonly channels: 1 | 2 };

const sampleBytes = 2;

/** The byte of a stream at which the audio from `ms` on begins. */
export const byteAt = ({ sampleRateHz, channels }: PcmFormat, ms: number): number =>
  Math.floor((ms * sampleRateHz) / 1_000) * channels * sampleBytes;

/** The length of the audio before a byte of a stream, in whole ms. */
export const msAt = ({ sampleRateHz, channels }: PcmFormat, byte: number): number =>
  Math.floor((Math.floor(byte / (channels * sampleBytes)) * 1_000) / sampleRateHz);

/** Turns the bytes of a stream into 16 kHz mono. The bytes may be cut anywhere. */
export type PcmInput = {
  decode(bytes: Uint8Array): Int16Array;
  /** The samples that waited for more audio. Nothing may be decoded after it. */
  end(): Int16Array;
};

/**
 * Opens a stream at `startMs`, a multiple of 10: its first byte is `byteAt(format, startMs)`, and its first sample has
 * that time. The output lags by up to 3 ms at rates other than 16 kHz, and by up to 67 ms with two channels. After its
 * first 520 ms, the output does not depend on where the stream was opened.
 */
export const pcmInput = ({ startMs, ...format }: PcmFormat & { readonly startMs: number }): PcmInput => {
  const { sampleRateHz, channels } = format;
  const at = { sampleRateHz, startMs };
  const resample = Array.from({ length: channels }, () => resampler(at));
  const mix = stereoMixer({ startMs });
  const frameBytes = channels * sampleBytes;
  let waiting = Buffer.alloc(0);
  return {
    decode(bytes) {
      const all = Buffer.concat([waiting, bytes]);
      const frames = Math.floor(all.length / frameBytes);
      waiting = all.subarray(frames * frameBytes);
      const [left = new Int16Array(), right] = resample.map((one, channel) => {
        const samples = new Int16Array(frames);
        for (let i = 0; i < frames; i += 1)
          samples[i] = all.readInt16LE(i * frameBytes + channel * sampleBytes);
        return one.add(samples);
      });
      return right ? mix.add(left, right) : left;
    },
    end() {
      const [left = new Int16Array(), right] = resample.map((one) => one.end());
      return right ? joinSamples([mix.add(left, right), mix.end()]) : left;
    },
  };
};
