import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectAclCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { owner, page, type Role, startWorld } from './world.ts';

const Bucket = 'audio';
const reader: Role = { ...owner, accessKeyId: 'READER', grants: ['s3:GetObject arn:aws:s3:::audio/work/'] };
const operator: Role = { ...owner, accessKeyId: 'OPERATOR', grants: ['s3:'] };

const world = await startWorld({ roles: [owner, reader, operator] });
afterAll(() => world.stop());
beforeEach(() => {
  world.clock.offsetMs = 0;
});

const put = (Key: string) => world.client.send(new PutObjectCommand({ Bucket, Key, Body: 'hello' }));
const read = (Key: string) => world.client.send(new GetObjectCommand({ Bucket, Key }));
const md5 = (bytes: Buffer | string) => createHash('md5').update(bytes).digest('hex');

const list = (more: object) =>
  world.client.send(new ListObjectsV2Command({ Bucket, Prefix: 'list/', ...more }));
const preflight = (headers: Record<string, string>) =>
  fetch(`${world.endpoint}/audio`, { method: 'OPTIONS', headers });

describe('ListObjectsV2', () => {
  test('ListObjectsV2 lists a prefix page by page, and groups keys at a delimiter', async () => {
    const keys = ['list/a', 'list/b/1', 'list/b/2', 'list/c&d', 'list/ü'];
    for (const key of keys) await put(key);
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

test('ListBuckets needs its grant', async () => {
  const { Buckets } = await world.as(operator).send(new ListBucketsCommand({}));
  expect(Buckets?.map(({ Name }) => Name)).toEqual([Bucket]);
  const listed = world.as(reader).send(new ListBucketsCommand({}));
  await expect(listed).rejects.toMatchObject({ name: 'AccessDenied' });
});

describe('permissions', () => {
  test('each operation needs its own action on its own resource', async () => {
    await put('work/mine');
    const as = world.as(reader);
    expect((await as.send(new GetObjectCommand({ Bucket, Key: 'work/mine' }))).ContentLength).toBe(5);
    const denied = [
      () => as.send(new GetObjectCommand({ Bucket, Key: 'uploads/a' })),
      () => as.send(new PutObjectCommand({ Bucket, Key: 'work/mine', Body: 'x' })),
      () => as.send(new DeleteObjectCommand({ Bucket, Key: 'work/mine' })),
      () => as.send(new ListObjectsV2Command({ Bucket })),
    ];
    for (const attempt of denied) await expect(attempt()).rejects.toMatchObject({ name: 'AccessDenied' });
  });

  test('a missing key is 404 for callers who may list the bucket, and 403 for others', async () => {
    const get = { Bucket, Key: 'work/absent' };
    await expect(world.client.send(new GetObjectCommand(get))).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(world.as(reader).send(new GetObjectCommand(get))).rejects.toMatchObject({
      name: 'AccessDenied',
    });
    await expect(world.as(reader).send(new HeadObjectCommand(get))).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
  });
});

describe('missing resources', () => {
  test('an unknown bucket is NoSuchBucket, and an unsupported operation NotImplemented', async () => {
    const elsewhere = world.client.send(new ListObjectsV2Command({ Bucket: 'elsewhere' }));
    await expect(elsewhere).rejects.toMatchObject({
      name: 'NoSuchBucket',
      $metadata: { httpStatusCode: 404 },
    });
    await put('work/acl');
    const acl = world.client.send(new GetObjectAclCommand({ Bucket, Key: 'work/acl' }));
    await expect(acl).rejects.toMatchObject({ name: 'NotImplemented', $metadata: { httpStatusCode: 501 } });
  });
});

describe('CORS', () => {
  test('a preflight gets the headers of the matching CORS rule', async () => {
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

  test('a preflight with another origin, another method or no method is 403', async () => {
    expect(
      (await preflight({ origin: 'https://evil.example', 'access-control-request-method': 'POST' })).status,
    ).toBe(403);
    expect((await preflight({ origin: page, 'access-control-request-method': 'DELETE' })).status).toBe(403);
    expect((await preflight({ origin: page })).status).toBe(403);
  });
});

describe('the lifecycle sweep', () => {
  test('the lifecycle sweep deletes only objects that a rule expires', async () => {
    await put('uploads/old');
    await put('work/old');
    world.clock.offsetMs = 86_400_000 - 60_000;
    expect(await world.s3.sweepLifecycle()).toBe(0);
    world.clock.offsetMs = 86_400_000 + 60_000;
    expect(await world.s3.sweepLifecycle()).toBeGreaterThanOrEqual(1);
    world.clock.offsetMs = 0;
    await expect(read('uploads/old')).rejects.toMatchObject({ name: 'NoSuchKey' });
    expect((await read('work/old')).ContentLength).toBe(5);
  });
});
