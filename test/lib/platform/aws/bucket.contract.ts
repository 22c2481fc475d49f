import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Bucket, ByteRange } from '#lib/platform/aws/bucket.ts';
import { testFolder } from '../../../support/test-folder.ts';

/** The guarantees of every `Bucket`. `open` returns an empty one. */
export const bucketContract = (name: string, open: () => Promise<Bucket>): void => {
  describe(`the bucket on ${name}`, () => {
    let bucket: Bucket;
    const dir = testFolder();
    beforeAll(async () => {
      bucket = await open();
    });

    const put = (key: string, body: Buffer | string = key) => bucket.put(key, body, 'text/plain');
    const text = async (key: string) => (await bucket.get(key))?.toString();
    const eTagOf = async (key: string) => (await bucket.head(key))?.eTag ?? '';
    const streamed = async (key: string, eTag: string, range?: ByteRange) => {
      const stream = await bucket.stream(key, eTag, range);
      if (!stream) return undefined;
      const content = await buffer(stream.body);
      expect(stream.bytes).toBe(content.length);
      return content.toString();
    };

    test('an object is read as it was written, with its size', async () => {
      const bytes = Buffer.from([0, 255, 128, 10]);
      await put('written/bytes', bytes);
      expect(await bucket.get('written/bytes')).toEqual(bytes);
      expect(await bucket.head('written/bytes')).toEqual({
        eTag: expect.stringMatching(/^".+"$/),
        bytes: 4,
        storedAt: expect.any(Date),
      });
    });

    test('an object says to the second when it was written', async () => {
      const before = Date.now();
      await put('dated');
      const storedAt = (await bucket.head('dated'))?.storedAt.getTime() ?? 0;
      expect(storedAt).toBeGreaterThanOrEqual(before - 1_000);
      expect(storedAt).toBeLessThanOrEqual(Date.now());
    });

    test('a range of an object is read alone, up to its end', async () => {
      await put('start', 'beginning');
      expect(String(await bucket.get('start', { from: 0, to: 5 }))).toBe('begin');
      expect(String(await bucket.get('start', { from: 2, to: 500 }))).toBe('ginning');
    });

    test('a second write replaces the object and its ETag', async () => {
      await put('replaced', 'first');
      const first = await eTagOf('replaced');
      await put('replaced', 'second');
      expect(await text('replaced')).toBe('second');
      expect(await eTagOf('replaced')).not.toBe(first);
    });

    test('an absent object is undefined for every read', async () => {
      await put('absent/other');
      expect(await bucket.head('absent')).toBeUndefined();
      expect(await bucket.get('absent')).toBeUndefined();
      expect(await bucket.stream('absent', '"etag"')).toBeUndefined();
    });

    test('a stream has the requested version, and is undefined once that was replaced or removed', async () => {
      await put('versions', 'first');
      const first = await eTagOf('versions');
      expect(await streamed('versions', first)).toBe('first');
      await put('versions', 'second');
      expect(await streamed('versions', first)).toBeUndefined();
      const second = await eTagOf('versions');
      await bucket.remove(['versions']);
      expect(await streamed('versions', second)).toBeUndefined();
    });

    test('a range of a stream is the bytes from its first to before its last, as far as there are any', async () => {
      await put('range', '0123456789');
      const eTag = await eTagOf('range');
      expect(await streamed('range', eTag, { from: 0, to: 1 })).toBe('0');
      expect(await streamed('range', eTag, { from: 3, to: 7 })).toBe('3456');
      expect(await streamed('range', eTag, { from: 8, to: 99 })).toBe('89');
      await put('range', 'another');
      expect(await streamed('range', eTag, { from: 0, to: 1 })).toBeUndefined();
    });

    test('putFile stores the whole file and returns the ETag for a stream', async () => {
      const file = join(dir, 'file');
      await writeFile(file, 'a'.repeat(100_000));
      const eTag = await bucket.putFile('file', file);
      expect(await streamed('file', eTag)).toBe('a'.repeat(100_000));
      await writeFile(file, 'b');
      expect(await bucket.putFile('file', file)).not.toBe(eTag);
      expect(await text('file')).toBe('b');
    });

    test('a missing local file rejects and writes nothing', async () => {
      await expect(bucket.putFile('no-file', join(dir, 'none'))).rejects.toThrow('ENOENT');
      expect(await bucket.head('no-file')).toBeUndefined();
    });

    test('the first of several putOnce calls for a key wins, and none rejects', async () => {
      await bucket.putOnce('once', 'first', 'text/plain');
      await Promise.all(['second', 'third'].map((body) => bucket.putOnce('once', body, 'text/plain')));
      expect(await text('once')).toBe('first');
      await bucket.remove(['once']);
      await bucket.putOnce('once', 'fourth', 'text/plain');
      expect(await text('once')).toBe('fourth');
    });

    test('the named objects are removed, and absent ones are no error', async () => {
      for (const key of ['removed/a', 'removed/b', 'removed/c']) await put(key);
      await bucket.remove(['removed/a', 'removed/none', 'removed/c']);
      expect(await text('removed/a')).toBeUndefined();
      expect(await text('removed/b')).toBe('removed/b');
      expect(await text('removed/c')).toBeUndefined();
      await bucket.remove([]);
    });

    test('exactly the objects under a prefix are removed, over several pages', async () => {
      const keys = [1, 2, 3, 4, 5, 6, 7].map((at) => `prefix/${at}`);
      const others = ['prefix', 'prefix2/1', 'a/prefix/1'];
      for (const key of [...keys, ...others]) await put(key);
      await bucket.removeAll('prefix/');
      expect(await Promise.all(keys.map(text))).toEqual(keys.map(() => undefined));
      expect(await Promise.all(others.map(text))).toEqual(others);
      await bucket.removeAll('prefix/');
    });

    test('a key may contain any character of ids and file names', async () => {
      const key = 'keys/ü &+%20/<b> (1).mp3';
      await put(key, 'there');
      expect(await text(key)).toBe('there');
      await bucket.removeAll('keys/');
      expect(await text(key)).toBeUndefined();
    });
  });
};
