import { expect, test } from 'vitest';
import { wellNamed } from '../../console/playground/audio-files.ts';
import { fileName } from '#lib/platform/text.ts';

test.each([
  ['call.mp3', 'call.mp3'],
  ['a\u0007b\nc\u0085.mp3', 'a b c .mp3'],
  ['call \ud800.mp3', 'call \ufffd.mp3'],
])('a recording of any name is sent under one that the service accepts: %j', async (name, sent) => {
  const file = wellNamed(new File(['speech'], name, { type: 'audio/mpeg' }));
  expect(fileName.parse(file.name)).toBe(sent);
  expect([file.type, await file.text()]).toEqual(['audio/mpeg', 'speech']);
});
