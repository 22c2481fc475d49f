import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { stat } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBucket } from '#lib/platform/aws/bucket.ts';
import { isOutage } from '#lib/platform/aws/outage.ts';
import { startWorld, type World } from '../../../local/s3/world.ts';
import { inProcess } from '../../../support/in-process.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { bucketContract } from './bucket.contract.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  // Amazon's pages have 1,000 keys. The guarantee is the same with three.
  world.client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        const input = { ...args.input, ...(commandName === 'ListObjectsV2Command' && { MaxKeys: 3 }) };
        return next({ ...args, input });
      },
    { step: 'initialize' },
  );
});
afterAll(() => world.stop());

bucketContract('Amazon S3', async () => openBucket(world.client, 'audio'));
bucketContract('memory', async () => memoryBucket());

test('an object keeps the content type it was written with', async () => {
  const bucket = openBucket(world.client, 'audio');
  await bucket.put('types/put', '{}', 'application/json');
  await bucket.putOnce('types/once', 'x', 'text/vtt');
  const typeOf = async (Key: string) =>
    (await world.client.send(new HeadObjectCommand({ Bucket: 'audio', Key }))).ContentType;
  expect([await typeOf('types/put'), await typeOf('types/once')]).toEqual(['application/json', 'text/vtt']);
});

test('a file is sent with its length, without which S3 takes no stream', async () => {
  const sent: Record<string, string>[] = [];
  const client = new S3Client(
    inProcess(async (headers) => {
      sent.push(headers);
      return { status: 200, headers: { etag: '"e"' }, body: Buffer.from('') };
    }),
  );
  await openBucket(client, 'audio').putFile('a', import.meta.filename);
  const { size } = await stat(import.meta.filename);
  expect(sent).toMatchObject([{ 'x-amz-decoded-content-length': String(size) }]);
});

describe('an object that two writers write once at the same time', () => {
  /** Writes once to an S3 that answers with these statuses, the last one for ever. Returns the number of calls. */
  const writeOnce = async (...statuses: number[]): Promise<number> => {
    let calls = 0;
    const answer = async () => {
      const status = statuses[calls] ?? statuses.at(-1) ?? 0;
      calls += 1;
      const conflict = '<Error><Code>ConditionalRequestConflict</Code></Error>';
      return { status, headers: {}, body: Buffer.from(status === 409 ? conflict : '') };
    };
    const backoff = { random: () => 0.5, sleep: async () => {} };
    const bucket = openBucket(new S3Client(inProcess(answer)), 'audio', backoff);
    await bucket.putOnce('a', 'b', 'text/plain');
    return calls;
  };

  test('an object that two writers write at once is written again after a conflict, until it is there', async () => {
    expect(await writeOnce(409, 409, 200)).toBe(3);
    expect(await writeOnce(409, 412)).toBe(2);
  });

  test('a conflict of writers that does not end is an outage, which the caller may repeat', async () => {
    const error = await writeOnce(409).catch((thrown: unknown) => thrown);
    expect([error, isOutage(error)]).toMatchObject([{ name: 'ConditionalRequestConflict' }, true]);
  });
});

describe('an answer of S3 that is no object and no absence', () => {
  const answering = (status: number, body = '') =>
    openBucket(
      new S3Client(inProcess(async () => ({ status, headers: {}, body: Buffer.from(body) }))),
      'audio',
    );

  test.each([403, 429, 500, 503])('an answer of S3 with status %i rejects every call', async (status) => {
    const bucket = answering(status);
    const calls = [
      bucket.head('a'),
      bucket.get('a'),
      bucket.stream('a', '"e"'),
      bucket.put('a', 'b', 'text/plain'),
      bucket.putOnce('a', 'b', 'text/plain'),
      bucket.putFile('a', import.meta.filename),
      bucket.remove(['a']),
      bucket.removeAll('a'),
    ];
    const outcomes = await Promise.allSettled(calls);
    for (const one of outcomes)
      expect(one).toMatchObject({ reason: { $metadata: { httpStatusCode: status } } });
  });

  test('a precondition that fails is an absence for reads of a version and for putOnce only', async () => {
    const bucket = answering(412);
    await bucket.putOnce('a', 'b', 'text/plain');
    expect(await bucket.stream('a', '"e"')).toBeUndefined();
    await expect(bucket.get('a')).rejects.toBeInstanceOf(Error);
    await expect(bucket.put('a', 'b', 'text/plain')).rejects.toBeInstanceOf(Error);
  });

  test('an object that S3 could not remove rejects, although the status is 200', async () => {
    const kept = '<DeleteResult><Error><Key>a</Key><Code>InternalError</Code></Error></DeleteResult>';
    await expect(answering(200, kept).remove(['a', 'b'])).rejects.toThrow('InternalError');
  });

  test('a file whose write is answered without an ETag rejects', async () => {
    await expect(answering(200).putFile('a', import.meta.filename)).rejects.toThrow('without an ETag');
  });
});
