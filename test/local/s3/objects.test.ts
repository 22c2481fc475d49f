import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { owner, page, type Role, startWorld, type World } from './world.ts';

const Bucket = 'audio';
const reader: Role = { ...owner, accessKeyId: 'READER', grants: ['s3:GetObject arn:aws:s3:::audio/work/'] };
const sorter: Role = {
  ...owner,
  accessKeyId: 'SORTER',
  grants: ['s3:DeleteObject arn:aws:s3:::audio/work/', 's3:ListBucket arn:aws:s3:::audio'],
};

let world: World;
beforeAll(async () => {
  world = await startWorld({ roles: [owner, reader, sorter] });
});
afterAll(() => world.stop());
beforeEach(() => {
  world.events.length = 0;
  world.clock.offsetMs = 0;
});

const put = (Key: string, Body: string | Buffer = 'hello', more: object = {}) =>
  world.client.send(new PutObjectCommand({ Bucket, Key, Body, ...more }));
const read = async (Key: string, more: object = {}) => {
  const answer = await world.client.send(new GetObjectCommand({ Bucket, Key, ...more }));
  return { ...answer, text: await answer.Body?.transformToString() };
};
const md5 = (bytes: Buffer | string) => createHash('md5').update(bytes).digest('hex');

describe('PutObject and GetObject', () => {
  test('give back bytes, type, metadata and the MD5 as ETag, and tell that the object was created', async () => {
    const stored = { ContentType: 'audio/wav', CacheControl: 'no-store', Metadata: { job: 'ofq_1' } };
    expect((await put('work/a', 'hello', stored)).ETag).toBe(`"${md5('hello')}"`);
    expect(await read('work/a')).toMatchObject({ ...stored, text: 'hello', ETag: `"${md5('hello')}"`, ContentLength: 5 });
    const event = { eventName: 'ObjectCreated:Put', bucket: Bucket, key: 'work/a', size: 5, eTag: md5('hello') };
    expect(world.events).toEqual([{ ...event, at: expect.any(Date) }]);
  });

  test('take a stream as the SDK sends it, in aws-chunked pieces with a trailing checksum', async () => {
    const bytes = randomBytes(300_000);
    const Body = Readable.from([bytes.subarray(0, 100), bytes.subarray(100)]);
    await world.client.send(new PutObjectCommand({ Bucket, Key: 'work/s', Body, ContentLength: bytes.length }));
    const object = await world.client.send(new GetObjectCommand({ Bucket, Key: 'work/s' }));
    expect(Buffer.from((await object.Body?.transformToByteArray()) ?? []).equals(bytes)).toBe(true);
    expect(object.ContentEncoding).toBeUndefined();
  });

  test.each(['../../etc/passwd', '..', 'a/./b//c/', '/lead', 'nul\0byte', 'ü +%2F?#&=', '🎧/1', 'k'.repeat(1024)])(
    'take any key, such as %j, and write nowhere else',
    async (key) => {
      await put(key, key);
      expect((await read(key)).text).toBe(key);
      expect(await world.files()).toContain(createHash('sha256').update(key).digest('hex'));
    },
  );

  test('a key over 1024 bytes is refused', async () => {
    await expect(put('k'.repeat(1025))).rejects.toMatchObject({ name: 'KeyTooLongError' });
  });

  test('an empty object is one', async () => {
    await put('work/empty', '');
    expect(await read('work/empty')).toMatchObject({ text: '', ContentLength: 0 });
  });

  test('a body that does not have its Content-MD5, CRC32 or SHA-256 is refused and not kept', async () => {
    await expect(put('work/bad', 'hello', { ContentMD5: md5('other') })).rejects.toMatchObject({ name: 'BadDigest' });
    await expect(put('work/bad', 'hello', { ChecksumCRC32: 'AAAAAA==' })).rejects.toMatchObject({ name: 'BadDigest' });
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
    expect(await world.drafts()).toEqual([]);
  });

  test.each([
    ['bytes=1-3', 'ell', 'bytes 1-3/5'],
    ['bytes=3-', 'lo', 'bytes 3-4/5'],
    ['bytes=-2', 'lo', 'bytes 3-4/5'],
    ['bytes=0-999', 'hello', 'bytes 0-4/5'],
  ])('%s answers 206 with %j', async (Range, text, ContentRange) => {
    await put('work/range');
    expect(await read('work/range', { Range })).toMatchObject({ text, ContentRange, $metadata: { httpStatusCode: 206 } });
  });

  test('a range behind the end is 416', async () => {
    await put('work/range');
    await expect(read('work/range', { Range: 'bytes=5-' })).rejects.toMatchObject({
      name: 'InvalidRange',
      $metadata: { httpStatusCode: 416 },
    });
  });

  test('a read while the object is overwritten gets one version whole', async () => {
    const old = Buffer.alloc(4_000_000, 'a');
    await put('work/turn', old);
    const answer = await world.client.send(new GetObjectCommand({ Bucket, Key: 'work/turn' }));
    await put('work/turn', 'new');
    expect(Buffer.from((await answer.Body?.transformToByteArray()) ?? []).equals(old)).toBe(true);
    expect((await read('work/turn')).text).toBe('new');
  });
});

describe('conditions', () => {
  test('If-Match reads that version or 412; If-None-Match answers 304 for the version known', async () => {
    const { ETag } = await put('work/c');
    expect((await read('work/c', { IfMatch: ETag })).text).toBe('hello');
    await expect(read('work/c', { IfMatch: '"other"' })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    expect((await read('work/c', { IfNoneMatch: '"other"' })).text).toBe('hello');
    await expect(read('work/c', { IfNoneMatch: ETag })).rejects.toMatchObject({ $metadata: { httpStatusCode: 304 } });
  });

  test('of two writers with If-None-Match: * exactly one creates the object', async () => {
    const once = () => put('work/once', 'hello', { IfNoneMatch: '*' });
    const results = await Promise.allSettled([once(), once(), once()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(once()).rejects.toMatchObject({ name: 'PreconditionFailed', $metadata: { httpStatusCode: 412 } });
    expect([world.events.length, await world.drafts()]).toEqual([1, []]);
  });

  test('If-Match replaces only that version', async () => {
    const { ETag } = await put('work/swap', 'one');
    await put('work/swap', 'two', { IfMatch: ETag });
    await expect(put('work/swap', 'three', { IfMatch: ETag })).rejects.toMatchObject({ name: 'PreconditionFailed' });
    await expect(put('work/none', 'x', { IfMatch: ETag })).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await read('work/swap')).text).toBe('two');
  });
});

describe('HeadObject and DeleteObject', () => {
  test('Head describes what Get returns, deleting it makes it absent, deleting it again is no error', async () => {
    await put('work/d', 'hello', { Metadata: { a: 'b' } });
    const head = await world.client.send(new HeadObjectCommand({ Bucket, Key: 'work/d' }));
    expect(head).toMatchObject({ ContentLength: 5, ContentType: 'application/octet-stream', Metadata: { a: 'b' } });
    expect(Math.abs(Date.now() - (head.LastModified?.getTime() ?? 0))).toBeLessThan(5000);
    const remove = () => world.client.send(new DeleteObjectCommand({ Bucket, Key: 'work/d' }));
    await remove();
    await remove();
    const absent = world.client.send(new HeadObjectCommand({ Bucket, Key: 'work/d' }));
    await expect(absent).rejects.toMatchObject({ name: 'NotFound', $metadata: { httpStatusCode: 404 } });
  });

  test('DeleteObjects deletes what the caller may and reports the rest, key by key', async () => {
    const keys = ['work/1 & <2>', 'work/ü', 'uploads/mine'];
    for (const key of keys) await put(key);
    const Delete = { Objects: keys.map((Key) => ({ Key })) };
    const answer = await world.as(sorter).send(new DeleteObjectsCommand({ Bucket, Delete }));
    expect(answer.Deleted).toEqual([{ Key: 'work/1 & <2>' }, { Key: 'work/ü' }]);
    expect(answer.Errors).toMatchObject([{ Key: 'uploads/mine', Code: 'AccessDenied' }]);
    expect((await read('uploads/mine')).text).toBe('hello');
    const quiet = await world.client.send(new DeleteObjectsCommand({ Bucket, Delete: { ...Delete, Quiet: true } }));
    expect([quiet.Deleted, quiet.Errors]).toEqual([undefined, undefined]);
    await expect(read('uploads/mine')).rejects.toMatchObject({ name: 'NoSuchKey' });
  });
});

describe('ListObjectsV2', () => {
  test('walks a prefix page by page, and folds at a delimiter', async () => {
    const keys = ['list/a', 'list/b/1', 'list/b/2', 'list/c&d', 'list/ü'];
    for (const key of keys) await put(key);
    const list = (more: object) => world.client.send(new ListObjectsV2Command({ Bucket, Prefix: 'list/', ...more }));
    const seen: (string | undefined)[] = [];
    let token: string | undefined;
    do {
      const answer = await list({ MaxKeys: 2, ContinuationToken: token });
      seen.push(...(answer.Contents ?? []).map(({ Key }) => Key));
      token = answer.NextContinuationToken;
    } while (token !== undefined);
    expect(seen).toEqual(keys);
    const folded = await list({ Delimiter: '/' });
    expect(folded.CommonPrefixes).toEqual([{ Prefix: 'list/b/' }]);
    expect(folded.Contents?.map(({ Key }) => Key)).toEqual(['list/a', 'list/c&d', 'list/ü']);
    expect(folded.Contents?.[0]).toMatchObject({ Size: 5, ETag: `"${md5('hello')}"` });
    expect((await list({ EncodingType: 'url', StartAfter: 'list/b' })).Contents?.[2]?.Key).toBe('list/c%26d');
    expect(await list({ MaxKeys: 0 })).toMatchObject({ KeyCount: 0, IsTruncated: false });
  });
});

describe('who may do what', () => {
  test('each operation asks for its own action on its own resource', async () => {
    await put('work/mine');
    const as = world.as(reader);
    expect((await as.send(new GetObjectCommand({ Bucket, Key: 'work/mine' }))).ContentLength).toBe(5);
    const denied = [
      as.send(new GetObjectCommand({ Bucket, Key: 'uploads/a' })),
      as.send(new PutObjectCommand({ Bucket, Key: 'work/mine', Body: 'x' })),
      as.send(new DeleteObjectCommand({ Bucket, Key: 'work/mine' })),
      as.send(new ListObjectsV2Command({ Bucket })),
    ];
    for (const answer of denied) await expect(answer).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  test('an absent key is 404 to those who may list the bucket and 403 to others', async () => {
    const get = { Bucket, Key: 'work/absent' };
    await expect(world.client.send(new GetObjectCommand(get))).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(world.as(reader).send(new GetObjectCommand(get))).rejects.toMatchObject({ name: 'AccessDenied' });
    await expect(world.as(reader).send(new HeadObjectCommand(get))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });
});

describe('what is not there', () => {
  test('another bucket is NoSuchBucket, another operation NotImplemented', async () => {
    const elsewhere = world.client.send(new ListObjectsV2Command({ Bucket: 'elsewhere' }));
    await expect(elsewhere).rejects.toMatchObject({ name: 'NoSuchBucket', $metadata: { httpStatusCode: 404 } });
    await put('work/acl');
    const acl = world.client.send(new GetObjectAclCommand({ Bucket, Key: 'work/acl' }));
    await expect(acl).rejects.toMatchObject({ name: 'NotImplemented', $metadata: { httpStatusCode: 501 } });
    await expect(world.client.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'NotImplemented' });
  });
});

describe('CORS', () => {
  const preflight = (headers: Record<string, string>) =>
    fetch(`${world.endpoint}/audio`, { method: 'OPTIONS', headers });

  test('a preflight is granted by the rule that fits', async () => {
    const answer = await preflight({
      origin: page,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'Content-Type, X-Any',
    });
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'access-control-allow-origin': page,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type, x-any',
      'access-control-max-age': '600',
    });
  });

  test('another origin or method is 403 AccessForbidden, and one without either is 400', async () => {
    const ask = async (headers: Record<string, string>) => (await preflight(headers)).status;
    expect(await ask({ origin: 'https://evil.example', 'access-control-request-method': 'POST' })).toBe(403);
    expect(await ask({ origin: page, 'access-control-request-method': 'DELETE' })).toBe(403);
    expect(await ask({ origin: page })).toBe(400);
  });
});

describe('the lifecycle sweep', () => {
  test('deletes what is older than its rule says, and nothing else', async () => {
    await put('uploads/old');
    await put('work/old');
    world.clock.offsetMs = 86_400_000 - 60_000;
    expect(await world.s3.sweepLifecycle()).toBe(0);
    world.clock.offsetMs = 86_400_000 + 60_000;
    expect(await world.s3.sweepLifecycle()).toBeGreaterThanOrEqual(1);
    world.clock.offsetMs = 0;
    await expect(read('uploads/old')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await read('work/old')).text).toBe('hello');
  });
});
