import { JobFailure } from '#lib/errors.ts';

/** What ffmpeg says of a file that ends too early, though it decodes what is there and reports success. */
const cutOff = /partial file|ended prematurely|truncat/i;
/** What it says when the clock of the file jumps so far that it drops all that follows, and reports success too. */
const gap = /failed to compensate for timestamp/i;

const causes: readonly (readonly [pattern: RegExp, message: string])[] = [
  [gap, 'The timestamps of the audio have a gap that is too long to fill.'],
  [/matches no streams|does not contain any stream/, 'The file has no audio track.'],
  [/moov atom not found/, 'The file is cut off: its index (the moov atom) is missing.'],
  [
    /(codec|decoder) \(.*\) not (on whitelist|found)|unknown decoder|could not find codec/i,
    'The audio has an unsupported codec.',
  ],
  [/encrypted|DRM/, 'The audio is encrypted.'],
];

/** Whether audio is missing from what was decoded, whatever ffmpeg's exit code says. */
export const isIncomplete = (complaints: string): boolean => cutOff.test(complaints) || gap.test(complaints);

/** Puts in the customer's words why ffmpeg stopped after `seconds` of audio. */
export function explainDecoderFailure(complaints: string, seconds: number): JobFailure {
  const known = causes.find(([pattern]) => pattern.test(complaints))?.[1];
  if (known) return new JobFailure('audio_unreadable', known);
  if (seconds === 0)
    return new JobFailure('audio_unreadable', 'The file is damaged or holds no audio that can be decoded.');
  const cause = cutOff.test(complaints) ? 'The file is cut off' : 'The file is damaged';
  return new JobFailure('audio_unreadable', `${cause}: it can be read for ${seconds.toFixed(1)} s only.`);
}
