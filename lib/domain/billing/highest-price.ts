import { encoderPaddingMs, maxAudioMs, minAudioMs } from '#lib/speech/audio/limits.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { type AudioFormat, formatOf } from '#lib/domain/uploads/audio-formats.ts';

/** Bytes that are declared to be of a type; undefined when it is not known yet how many. */
export type AudioBytes = { readonly contentType: string; readonly bytes?: number | undefined };

/**
 * How few bytes a second of speech takes, by format, and hardly any file takes fewer. One that does, or that is declared
 * as what it is not, holds too little and must hold the rest when its length is known.
 */
const minBytesPerSecond: Record<AudioFormat, number> = {
  // GSM; uncompressed it would be 4,000, of the lowest rate that is taken.
  wav: 1_600,
  aiff: 1_600,
  // Lossless, of the same rate.
  flac: 1_600,
  // The lowest bit rate there is.
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

/** The price, in micro-dollars, of the longest audio that these bytes may hold: $1.50 at most, and where nothing is known of them. */
export const highestPrice = (audio: AudioBytes | undefined): number => {
  const longest = maxAudioMs + encoderPaddingMs;
  if (audio?.bytes === undefined) return chargeMicroUsd(longest);
  const format = formatOf(audio.contentType);
  const perSecond = format === undefined ? lowestBytesPerSecond : minBytesPerSecond[format];
  const maxMs = Math.ceil((audio.bytes * 1000) / perSecond);
  return chargeMicroUsd(Math.min(longest, Math.max(minAudioMs, maxMs)));
};
