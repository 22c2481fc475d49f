import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { rejectNonAudio } from '#lib/domain/audio-source/reject-non-audio.ts';

test.each([
  ['abcde', 'abc'],
  ['ab', 'ab'],
  ['', ''],
])('of %j, sent byte by byte, %j is judged once, and all of it is passed on', async (sent, judged) => {
  const heads: string[] = [];
  const refuse = (head: Buffer) => void heads.push(head.toString());
  const source = Readable.from(Array.from(sent, (byte) => Buffer.from(byte)));
  const audio = rejectNonAudio(source, { headBytes: 3, refuse, translate: (error) => error });
  expect(Buffer.concat(await audio.toArray()).toString()).toBe(sent);
  expect(heads).toEqual([judged]);
});
