import { encoderPaddingMs, maxAudioMs, minAudioMs } from '#lib/speech/audio/limits.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { type AudioFormat, formatOf } from '#lib/domain/uploads/audio-formats.ts';

/** Bytes with their declared type; `bytes` is undefined while unknown. */
export type AudioBytes = { readonly contentType: string; readonly bytes?: number | undefined };

/**
 * The lowest plausible number of bytes per second of speech, by format. A job with a rare or mislabelled file below
 * this rate holds too little at first, and must hold the rest when the length is known. Each channel needs this many
 * bytes, so the number also bounds the sound of all channels together.
 */
const minBytesPerSecond: Record<AudioFormat, number> = {
  // GSM. Uncompressed audio has at least 4,000 at the lowest supported rate.
  wav: 1_600,
  aiff: 1_600,
  // Lossless, at the same rate.
  flac: 1_600,
  // The lowest bit rate of MP3.
  mp3: 1_000,
  // About 4 kbit/s.
  aac: 500,
  amr: 500,
  asf: 500,
  m4a: 500,
  mp4: 500,
  webm: 500,
  // Speex goes down to 2 kbit/s.
  ogg: 250,
};
const lowestBytesPerSecond = Math.min(...Object.values(minBytesPerSecond));

/** The channels of a call. More are rare, so a job with more must hold the rest when their number is known. */
const usualChannels = 2;

/**
 * The price, in micro-dollars, of the longest audio that these bytes can contain. At most $1.50, or $3 with
 * `multichannel`; the same for an unknown number of bytes.
 */
export const highestPrice = (audio: AudioBytes | undefined, { multichannel = false } = {}): number => {
  const longest = (maxAudioMs + encoderPaddingMs) * (multichannel ? usualChannels : 1);
  if (audio?.bytes === undefined) return chargeMicroUsd(longest);
  const format = formatOf(audio.contentType);
  const perSecond = format === undefined ? lowestBytesPerSecond : minBytesPerSecond[format];
  const maxMs = Math.ceil((audio.bytes * 1000) / perSecond);
  return chargeMicroUsd(Math.min(longest, Math.max(minAudioMs, maxMs)));
};
