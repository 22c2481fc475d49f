import { createHash, randomBytes } from 'node:crypto';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, expect, test } from 'vitest';
import { startWorld } from './world.ts';

const at = { Bucket: 'audio', Key: 'work/large' };

const world = await startWorld();
afterAll(() => world.stop());

const begin = async () => {
  const { UploadId } = await world.client.send(
    new CreateMultipartUploadCommand({ ...at, ContentType: 'audio/flac' }),
  );
  const part = async (PartNumber: number, Body: Buffer) => {
    const { ETag } = await world.client.send(new UploadPartCommand({ ...at, UploadId, PartNumber, Body }));
    return { PartNumber, ETag };
  };
  const complete = (Parts: { PartNumber: number; ETag: string | undefined }[], more: object = {}) =>
    world.client.send(
      new CompleteMultipartUploadCommand({ ...at, UploadId, MultipartUpload: { Parts }, ...more }),
    );
  const abort = () => world.client.send(new AbortMultipartUploadCommand({ ...at, UploadId }));
  return { part, complete, abort };
};

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest();
const fiveMiB = 5 * 1024 ** 2;

test('parts become one object with S3’s multipart ETag, and a part uploaded again replaces the first', async () => {
  const { part, complete } = await begin();
  const first = randomBytes(fiveMiB);
  const second = randomBytes(1000);
  await part(1, randomBytes(10));
  const parts = [await part(1, first), await part(7, second)];
  const eTag = `${md5(Buffer.concat([md5(first), md5(second)])).toString('hex')}-2`;
  expect((await complete(parts)).ETag).toBe(`"${eTag}"`);
  const object = await world.client.send(new GetObjectCommand(at));
  const bytes = Buffer.from((await object.Body?.transformToByteArray()) ?? []);
  expect(bytes.equals(Buffer.concat([first, second]))).toBe(true);
  expect(object).toMatchObject({ ETag: `"${eTag}"`, ContentType: 'audio/flac' });
  const size = fiveMiB + 1000;
  expect(world.events).toMatchObject([{ eventName: 'ObjectCreated:CompleteMultipartUpload', size, eTag }]);
  await expect(complete(parts)).rejects.toMatchObject({ name: 'NoSuchUpload' });
  expect(await world.bytes()).toHaveLength(1);
});

test('a wrong order, an unknown part and a small part are refused, and an abort leaves no files', async () => {
  const before = await world.bytes();
  const { part, complete, abort } = await begin();
  const one = await part(1, Buffer.alloc(10));
  const two = await part(2, Buffer.alloc(10));
  await expect(complete([two, one])).rejects.toMatchObject({ name: 'InvalidPartOrder' });
  await expect(complete([{ ...one, ETag: '"other"' }])).rejects.toMatchObject({ name: 'InvalidPart' });
  await expect(complete([one, two])).rejects.toMatchObject({ name: 'EntityTooSmall' });
  await expect(complete([])).rejects.toMatchObject({ name: 'MalformedXML' });
  await expect(part(0, Buffer.alloc(1))).rejects.toMatchObject({ name: 'InvalidArgument' });
  await expect(complete([one], { ChecksumCRC32: 'NhCmhg==' })).rejects.toMatchObject({
    name: 'NotImplemented',
  });
  await abort();
  await expect(part(3, Buffer.alloc(1))).rejects.toMatchObject({ name: 'NoSuchUpload' });
  expect(await world.bytes()).toEqual(before);
});
