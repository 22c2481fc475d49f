import { readdirSync } from 'node:fs';
import { openAsBlob } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { supportedMimeTypes } from '#lib/domain/uploads/audio-formats.ts';
import { audioTypeOf } from '../../../sdk/typescript/audio-type.ts';

const typeOf = (...head: (string | number[])[]) =>
  audioTypeOf(new Blob(head.map((part) => (typeof part === 'string' ? part : Uint8Array.from(part)))));

test.each([
  ['RIFF....WAVE', 'audio/wav'],
  ['RIFX....WAVE', 'audio/wav'],
  ['RF64....WAVE', 'audio/wav'],
  ['BW64....WAVE', 'audio/wav'],
  ['FORM....AIFF', 'audio/aiff'],
  ['OggS', 'audio/ogg'],
  ['fLaC', 'audio/flac'],
  ['#!AMR\n', 'audio/amr'],
  ['....ftypM4A ', 'audio/mp4'],
  ['ID3', 'audio/mpeg'],
])('%j is %s, which the service takes', async (head, type) => {
  expect(await typeOf(head)).toBe(type);
  expect(supportedMimeTypes.has(type)).toBe(true);
});

test.each([
  [[0xff, 0xfb, 0x90], 'audio/mpeg'],
  [[0xff, 0xf1, 0x50], 'audio/aac'],
  [[0x56, 0xe0, 0x42], 'audio/aac'],
  [[0x56, 0xff, 0x42], 'audio/aac'],
  [[0x1a, 0x45, 0xdf, 0xa3], 'audio/webm'],
  [[0x30, 0x26, 0xb2, 0x75], 'audio/x-ms-asf'],
])('%j is %s, which the service takes', async (head, type) => {
  expect(await typeOf(head)).toBe(type);
  expect(supportedMimeTypes.has(type)).toBe(true);
});

test.each(['', 'RIFF....AVI ', 'RF64....AVI ', 'V....', '<html>'])('%j is of no type', async (head) => {
  expect(await typeOf(head)).toBeUndefined();
});

test('every recording of the tests has a type', async () => {
  const folder = join(import.meta.dirname, '../../recordings');
  const files = readdirSync(folder).filter((name) => /\.(ogg|opus|mp3|wav|flac|m4a)$/.test(name));
  expect(files.length).toBeGreaterThan(10);
  for (const name of files) expect(await audioTypeOf(await openAsBlob(join(folder, name)))).toBeDefined();
});
