import { expect, test } from 'vitest';
import { hourMs } from '#lib/platform/durations.ts';
import { assertNotTooLong } from '#lib/speech/audio/audio-length.ts';
import { msSamples } from '#lib/speech/audio/pcm.ts';

test.each([
  ['1', 5 * hourMs],
  ['4', 5 * hourMs],
  ['5', 4 * hourMs],
  ['8', 2.5 * hourMs],
])(
  'audio with %s as its channels may last %d ms and half a second that encoders add',
  (channels, longestMs) => {
    const longest = (longestMs + 500) * msSamples;
    expect(() => assertNotTooLong(longest, Number(channels))).not.toThrow();
    expect(() => assertNotTooLong(longest + 1, Number(channels))).toThrow(
      expect.objectContaining({ type: 'audio_too_long' }),
    );
  },
);

test('the failure of audio that is too long for its channels says that it may be longer as a mix', () => {
  expect(() => assertNotTooLong(3 * hourMs * msSamples, 7)).toThrow(
    expect.objectContaining({
      message:
        'The audio has 7 channels and is longer than 171 minutes: with multichannel, length times channels may be 20 hours. Send it in parts, or without multichannel, which mixes its channels: then it may be 5 hours long.',
      details: { channels: 7, max_audio_ms: 10_285_714 },
    }),
  );
});
