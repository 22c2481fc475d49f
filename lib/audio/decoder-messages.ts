import { JobFailure } from '#lib/errors.ts';

/** What ffmpeg says of a file that ends too early, though it decodes what is there and reports success. */
const cutOff = /partial file|ended prematurely|truncat/i;

const causes: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/matches no streams|does not contain any stream/, 'The file has no audio track.'],
  [/moov atom not found/, 'The file is cut off: its index (the moov atom) is missing.'],
  [
    /(codec|decoder) \(.*\) not (on whitelist|found)|unknown decoder|could not find codec/i,
    'The audio has an unsupported codec.',
  ],
  [/encrypted|DRM/, 'The audio is encrypted.'],
];

export const isCutOff = (complaints: string): boolean => cutOff.test(complaints);

/** Puts in the customer's words why ffmpeg stopped after `seconds` of audio. */
export function explainDecoderFailure(complaints: string, seconds: number): JobFailure {
  const known = causes.find(([pattern]) => pattern.test(complaints))?.[1];
  if (known) return new JobFailure('audio_unreadable', known);
  if (seconds === 0)
    return new JobFailure('audio_unreadable', 'The file is damaged or holds no audio that can be decoded.');
  const cause = isCutOff(complaints) ? 'The file is cut off' : 'The file is damaged';
  return new JobFailure('audio_unreadable', `${cause}: it can be read for ${seconds.toFixed(1)} s only.`);
}
