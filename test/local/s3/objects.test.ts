import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { owner, type Role, startWorld } from './world.ts';

const Bucket = 'audio';
const sorter: Role = {
  ...owner,
  accessKeyId: 'SORTER',
  grants: ['s3:DeleteObject arn:aws:s3:::audio/work/'],
};

const world = await startWorld({ roles: [owner, sorter] });
afterAll(() => world.stop());
beforeEach(() => {
  world.events.length = 0;
  world.clock.offsetMs = 0;
});

const put = (Key: string, Body: string | Buffer = 'hello', more: object = {}) =>
  world.client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const create = () => put('work/once', 'hello', { IfNoneMatch: '*' });
const read = async (Key: string, more: object = {}) => {
  const answer = await world.client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...answer, text: await answer.Body?.transformToString() };
};
const md5 = (bytes: Buffer | string) => createHash('md5').update(bytes).digest('hex');

describe('PutObject and GetObject', () => {
  test('GetObject returns the bytes, type, metadata and MD5 ETag of PutObject, which sends an event', async () => {
    const stored = { ContentType: 'audio/wav', CacheControl: 'no-store', Metadata: { job: 'ofq_1' } };
    expect((await put('work/a', 'hello', stored)).ETag).toBe(`"${md5('hello')}"`);
    expect(await read('work/a')).toMatchObject({
      ...stored,
      text: 'hello',
      ETag: `"${md5('hello')}"`,
      ContentLength: 5,
    });
    const event = {
      eventName: 'ObjectCreated:Put',
      bucket: Bucket,
      key: 'work/a',
      size: 5,
      eTag: md5('hello'),
    };
    expect(world.events).toEqual([{ ...event, at: expect.any(Date) }]);
  });

  test('PutObject accepts a stream of the SDK, in aws-chunked encoding with a trailing checksum', async () => {
    const bytes = randomBytes(300_000);
    const Body = Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]);
    await world.client.send(
      new PutObjectCommand({ Bucket, Key: 'work/s', Body, ContentLength: bytes.length }),
    );
    const object = await world.client.send(new GetObjectCommand({ Bucket, Key: 'work/s' }));
    expect(Buffer.from((await object.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
    expect(object.ContentEncoding).toBeUndefined();
  });

  test.each([
    '../../etc/passwd',
    '..',
    'a/./b//c/',
    '/lead',
    'nul\0byte',
    'ü +%2F?#&=',
    '🎧/1',
    'k'.repeat(1024),
  ])('PutObject accepts the key %j and does not write outside its folder', async (key) => {
    await put(key, key);
    expect((await read(key)).text).toBe(key);
    expect(await world.objects()).toContain(createHash('sha256').update(key).digest('hex'));
  });

  test('PutObject refuses a key over 1024 bytes', async () => {
    await expect(put('k'.repeat(1025))).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });

  test('PutObject accepts an empty object', async () => {
    await put('work/empty', Buffer.alloc(0));
    expect(await read('work/empty')).toMatchObject({ text: '', ContentLength: 0 });
  });

  test('a body that does not match its CRC32 or SHA-256 is refused and not stored', async () => {
    const before = await world.bytes();
    await expect(put('work/bad', 'hello', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({
      name: 'BadDigest',
    });
    const tampering = world.as(owner);
    tampering.middlewareStack.add(
      (next) => (args) => {
        Object.assign(args.request ?? {}, { body: 'jello' });
        return next(args);
      },
      { step: 'finalizeRequest', priority: 'low' },
    );
    const altered = tampering.send(new PutObjectCommand({ Bucket, Key: 'work/bad', Body: 'hello' }));
    await expect(altered).rejects.toMatchObject({ name: 'XAmzContentSHA256Mismatch' });
    await expect(read('work/bad')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect(await world.bytes()).toEqual(before);
  });

  test.each([
    ['bytes=1-3', 'ell', 'bytes 1-3/5'],
    ['bytes=3-', 'lo', 'bytes 3-4/5'],
    ['bytes=-2', 'lo', 'bytes 3-4/5'],
    ['bytes=0-999', 'hello', 'bytes 0-4/5'],
  ])('the range %s answers 206 with %j', async (Range, text, ContentRange) => {
    await put('work/range');
    expect(await read('work/range', { Range })).toMatchObject({
      text,
      ContentRange,
      $metadata: { httpStatusCode: 206 },
    });
  });

  test('a range after the end is 416', async () => {
    await put('work/range');
    await expect(read('work/range', { Range: 'bytes=5-' })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  test('a read while the object is overwritten returns one complete version', async () => {
    const old = Buffer.alloc(4_000_000, 'a');
    await put('work/turn', old);
    const answer = await world.client.send(new GetObjectCommand({ Bucket, Key: 'work/turn' }));
    await put('work/turn', 'new');
    expect(Buffer.from((await answer.Body?.transformToByteArray()) ?? []).equals(old)).toBe(true);
    expect((await read('work/turn')).text).toBe('new');
  });
});

describe('conditions', () => {
  test('If-Match returns the named version or 412', async () => {
    const { ETag } = await put('work/c');
    expect((await read('work/c', { IfMatch: ETag })).text).toBe('hello');
    await expect(read('work/c', { IfMatch: '"other"' })).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
  });

  test('a browser that keeps the named version gets 304, and another one the object', async () => {
    const ETag = (await put('work/c')).ETag ?? '';
    await expect(read('work/c', { IfNoneMatch: ETag })).rejects.toMatchObject({
      $metadata: { httpStatusCode: 304 },
    });
    expect((await read('work/c', { IfNoneMatch: '"other"' })).text).toBe('hello');
  });

  test('of concurrent writers with If-None-Match: * exactly one creates the object', async () => {
    const before = await world.bytes();
    const results = await Promise.allSettled([create(), create(), create()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create()).rejects.toMatchObject({
      name: 'PreconditionFailed',
      $metadata: { httpStatusCode: 412 },
    });
    expect([world.events.length, (await world.bytes()).length - before.length]).toEqual([1, 1]);
  });
});

describe('HeadObject and DeleteObject', () => {
  test('HeadObject has the headers of GetObject, and deleting an object twice succeeds', async () => {
    await put('work/d', 'hello', { Metadata: { a: 'b' } });
    const head = await world.client.send(new HeadObjectCommand({ Bucket, Key: 'work/d' }));
    expect(head).toMatchObject({
      ContentLength: 5,
      ContentType: 'application/octet-stream',
      Metadata: { a: 'b' },
    });
    expect(Math.abs(Date.now() - (head.LastModified?.getTime() ?? 0))).toBeLessThan(5000);
    const remove = () => world.client.send(new DeleteObjectCommand({ Bucket, Key: 'work/d' }));
    await remove();
    await remove();
    const absent = world.client.send(new HeadObjectCommand({ Bucket, Key: 'work/d' }));
    await expect(absent).rejects.toMatchObject({ name: 'NotFound', $metadata: { httpStatusCode: 404 } });
  });

  test('DeleteObjects deletes the keys that the caller may delete and reports the others', async () => {
    const keys = ['work/1 & <2>', 'work/ü', 'uploads/mine'];
    for (const key of keys) await put(key);
    const Delete = { Objects: keys.map((Key) => ({ Key })) };
    const answer = await world.as(sorter).send(new DeleteObjectsCommand({ Bucket, Delete }));
    expect(answer.Deleted).toEqual([{ Key: 'work/1 & <2>' }, { Key: 'work/ü' }]);
    expect(answer.Errors).toMatchObject([{ Key: 'uploads/mine', Code: 'AccessDenied' }]);
    expect((await read('uploads/mine')).text).toBe('hello');
    const quiet = await world.client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { ...Delete, Quiet: true } }),
    );
    expect([quiet.Deleted, quiet.Errors]).toEqual([undefined, undefined]);
    await expect(read('uploads/mine')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });

  test('DeleteObjects refuses a document that is too long', async () => {
    const Objects = Array.from({ length: 1000 }, (_, index) => ({ Key: `${'&'.repeat(1000)}${index}` }));
    const removal = world.client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }));
    await expect(removal).rejects.toMatchObject({ name: 'MaxMessageLengthExceeded' });
  });
});
