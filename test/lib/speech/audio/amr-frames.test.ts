import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { walkAmr } from '#lib/speech/audio/amr-frames.ts';
import { amr, seconds } from '../../../support/audio-formats.ts';
import { bytesReader } from '../../../support/bytes-reader.ts';
import { noise } from '../../../support/hostile-bytes.ts';

const walk = (...parts: readonly Buffer[]) => walkAmr(bytesReader(Buffer.concat(parts)), 0);
const damagedAfter = (length: number): object => ({
  fault: 'damaged',
  seconds: expect.closeTo(length, 1),
  marks: [],
});

const encoded = (file: string): Buffer =>
  readFileSync(join(import.meta.dirname, '../../../support/encoded', file));

test.each([
  ['amr-nb.amr', 1],
  ['amr-wb.amr', 1],
  ['amr-nb-pauses.amr', 4],
  ['amr-wb-pauses.amr', 4],
] as const)('a whole file of an encoder is read to its end: %s', async (file, length) => {
  expect(await walk(encoded(file))).toEqual({ seconds: length, marks: [] });
});

test.each([false, true])('a frame lasts 20 ms, the last may be cut off (wide band: %s)', async (isWide) => {
  expect(await walk(amr(isWide))).toEqual({ seconds, marks: [] });
  expect(await walk(amr(isWide).subarray(0, -1))).toEqual({ seconds, marks: [] });
});

const bytesOf = (from: number, text: Buffer): Buffer =>
  Buffer.concat([amr(false).subarray(0, 6 + from * 32), text, amr(false).subarray(6 + from * 32)]);

test.each([
  ['random bytes', noise(4096)],
  ['erased flash', Buffer.alloc(4096, 0xff)],
  ['a lost sector', Buffer.alloc(512)],
  ['a page of a web server', Buffer.from('<html>Not found</html>')],
  ['a frame of a reserved type', Buffer.alloc(20, 0x4c)],
])('%s amid the frames are damage, and those before it count', async (_, bytes) => {
  expect(await walk(bytesOf(50, bytes))).toEqual(damagedAfter(1));
  expect(await walk(bytesOf(140, bytes))).toEqual(damagedAfter(2.8));
  expect(await walk(bytesOf(0, bytes))).toEqual(damagedAfter(0));
});

test('frames that the network has spoilt are no damage of the file', async () => {
  const spoilt = Buffer.alloc(32, 9);
  spoilt[0] = 0x38;
  expect(await walk(bytesOf(50, Buffer.concat(Array.from({ length: 100 }, () => spoilt))))).toEqual({
    seconds: seconds + 2,
    marks: [],
  });
});

test('files that were joined are one, and the marks between them are told', async () => {
  const one = encoded('amr-wb.amr');
  expect(await walk(one, one, one)).toEqual({
    seconds: 3,
    marks: [1, 2].map((n) => ({ from: n * one.length, to: n * one.length + 9 })),
  });
  expect(await walk(one, encoded('amr-nb.amr'))).toEqual(damagedAfter(1));
});

test('no more is read than five hours, nor more marks kept than joined files have', async () => {
  const pauses = Buffer.concat([Buffer.from('#!AMR\n'), Buffer.alloc(2_000_000, 0x7c)]);
  expect((await walk(pauses)).seconds).toBeLessThan(5 * 3600 + 1);
  const marks = await walk(Buffer.from('#!AMR\n'.repeat(20_000)));
  expect([marks.fault, marks.marks.length]).toEqual(['damaged', 9_000]);
});

test('AMR of several channels has frames of another form, which are left to the decoder', async () => {
  expect(await walk(Buffer.from('#!AMR_MC1.0\nabcd'))).toEqual({ seconds: 0, marks: [] });
});
