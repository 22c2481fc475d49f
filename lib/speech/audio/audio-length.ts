import { hourMs, minuteMs } from '#lib/platform/durations.ts';
import { JobFailure } from '#lib/platform/errors.ts';
import { encoderPaddingMs, maxAudioMs, maxChannelAudioMs } from './limits.ts';
import { toSamples } from './pcm.ts';

const maxHours = maxAudioMs / hourMs;

const tooLong = (channels: number, maxMs: number): JobFailure => {
  const shared = `with multichannel, length times channels may be ${maxChannelAudioMs / hourMs} hours`;
  const remedy = `Send it in parts, or without multichannel, which mixes its channels: then it may be ${maxHours} hours long.`;
  return new JobFailure(
    'audio_too_long',
    `The audio has ${channels} channels and is longer than ${Math.floor(maxMs / minuteMs)} minutes: ${shared}. ${remedy}`,
    { channels, max_audio_ms: Math.floor(maxMs) },
  );
};

/**
 * Throws a `JobFailure` if there are more `samples` per channel than a file may have whose `channels` are transcribed
 * separately.
 */
export const assertNotTooLong = (samples: number, channels: number): void => {
  const maxMs = Math.min(maxAudioMs, maxChannelAudioMs / channels);
  if (samples <= toSamples(maxMs + encoderPaddingMs)) return;
  if (maxMs < maxAudioMs) throw tooLong(channels, maxMs);
  throw new JobFailure('audio_too_long', `The audio is longer than ${maxHours} hours.`);
};
