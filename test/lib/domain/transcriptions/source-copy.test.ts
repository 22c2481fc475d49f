import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SourceCopy, withCopy } from '#lib/domain/transcriptions/source-copy.ts';
import type { ByteRange } from '#lib/platform/aws/bucket.ts';
import { testFolder } from '../../../support/test-folder.ts';

const megabyte = 1024 * 1024;
const folder = testFolder();

/** Copies a file while its bytes arrive, and records the ranges that were read ahead. */
const copying = async <T>(body: Readable, content: Buffer, use: (copy: SourceCopy) => Promise<T>) => {
  const ahead: ByteRange[] = [];
  const readAhead = async (range: ByteRange): Promise<Buffer> => {
    ahead.push(range);
    return content.subarray(range.from, range.to);
  };
  const path = join(folder, crypto.randomUUID());
  const result = await withCopy(path, { body, bytes: content.length, readAhead }, use);
  return { result, ahead, path };
};

test('bytes are those of the file, wherever they are read and however they come', async () => {
  const content = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes));
  const reads = fc.array(fc.tuple(fc.nat(320), fc.nat(320)), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(content, fc.integer({ min: 1, max: 100 }), reads, async (bytes, size, places) => {
      const blocks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
        bytes.subarray(at * size, (at + 1) * size),
      );
      await copying(Readable.from(blocks), bytes, async (copy) => {
        expect(copy.bytes.size).toBe(bytes.length);
        for (const [position, length] of places)
          expect(await copy.bytes.at(position, length)).toEqual(bytes.subarray(position, position + length));
        expect(await readFile(await copy.whole())).toEqual(bytes);
      });
    }),
    { numRuns: 50 },
  );
});

test('bytes far ahead are read at once, and what nobody waits for is not copied', async () => {
  const content = Buffer.alloc(100 * megabyte, 7);
  const held = new Readable({ read: () => {} });
  held.push(content.subarray(0, 1_000));
  const end = { from: content.length - 8, to: content.length };
  const { ahead, path } = await copying(held, content, async ({ bytes }) => {
    expect(await bytes.at(0, 1_000)).toHaveLength(1_000);
    expect(await bytes.at(end.from, 500)).toHaveLength(8);
  });
  expect(ahead).toEqual([end]);
  expect(held.destroyed).toBe(true);
  expect(await readFile(path)).toHaveLength(1_000);
});

test('a connection that breaks or ends early fails whoever waits for its bytes', async () => {
  const content = Buffer.alloc(1_000, 7);
  const breaks = async function* (): AsyncGenerator<Buffer> {
    yield content.subarray(0, 500);
    throw new Error('connection reset');
  };
  const read = ({ bytes }: SourceCopy) => bytes.at(400, 200);
  await expect(copying(Readable.from(breaks()), content, read)).rejects.toThrow('connection reset');
  await expect(copying(Readable.from([content.subarray(0, 500)]), content, read)).rejects.toThrow(
    'after 500 of 1000 bytes',
  );
  const whole = ({ whole: copied }: SourceCopy) => copied();
  await expect(copying(Readable.from([content.subarray(0, 500)]), content, whole)).rejects.toThrow(
    'after 500 of 1000',
  );
});
