import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { writeDraft } from '#local/s3/drafts.ts';
import { openObjects } from '#local/s3/objects.ts';
import { startWorld } from './world.ts';
import { testFolder } from '../../support/test-folder.ts';

const Bucket = 'audio';

test('after a restart the folder has all objects with their metadata, and no stray files', async () => {
  const first = await startWorld();
  const at = { Bucket, Key: 'work/a' };
  await first.client.send(new PutObjectCommand({ ...at, Body: 'hello', Metadata: { job: 'ofq_1' } }));
  const before = await first.client.send(new HeadObjectCommand(at));
  const files = await first.bytes();
  await writeFile(join(first.dir, 'audio', 'bytes', 'stray'), 'half');
  await first.stop({ keep: true });
  const second = await startWorld({ dir: first.dir });
  const { $metadata: _, ...after } = await second.client.send(new HeadObjectCommand(at));
  expect(before).toMatchObject(after);
  expect(await second.bytes()).toEqual(files);
  await second.stop();
});

test('a read that has begun returns its version even if the object is deleted', async () => {
  const objects = openObjects(testFolder());
  const { file, size } = await writeDraft(objects.bytesDir, bytesOf('hello'));
  const info = { key: 'work/a', file, size, eTag: 'x', lastModified: new Date(), headers: {} };
  await objects.put(info, () => {});
  const reading = objects.read(info, { start: 0, end: 4 });
  objects.remove('work/a');
  expect(await text(reading)).toBe('hello');
});

const bytesOf = async function* (content: string): AsyncGenerator<Buffer> {
  yield Buffer.from(content);
};
