import { expect, test } from 'vitest';
import { explainDecoderFailure, isIncomplete } from '#lib/audio/decoder-messages.ts';

test.each([
  ['[matroska] Codec (tta) not on whitelist', 'The audio has an unsupported codec.'],
  ['Decoder (codec tta) not found for input stream #0:0', 'The audio has an unsupported codec.'],
  ["Stream map '0:a:0' matches no streams.", 'The file has no audio track.'],
  ['[mov] moov atom not found', 'The file is cut off: its index (the moov atom) is missing.'],
])('%j is told as %j', (complaint, message) => {
  expect(explainDecoderFailure(complaint, 0)).toMatchObject({ type: 'audio_unreadable', message });
});

test('a file that breaks off is told with how far it could be read', () => {
  expect(explainDecoderFailure('partial file', 3.14159).message).toBe(
    'The file is cut off: it can be read for 3.1 s only.',
  );
});

test('audio that ffmpeg dropped without failing is missed', () => {
  expect(isIncomplete('[SWR @ 0x5] Failed to compensate for timestamp delta of 700.1')).toBe(true);
  expect(isIncomplete('[mov] partial file')).toBe(true);
  expect(isIncomplete('')).toBe(false);
});
