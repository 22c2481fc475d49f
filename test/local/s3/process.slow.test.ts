import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clientFor, formOf, owner } from './world.ts';
import { testFolder } from '../../support/test-folder.ts';

const megabyte = Buffer.alloc(1_000_000, 'earshot ');

let dir: string;
let child: ChildProcess;
beforeEach(() => {
  dir = testFolder();
});
afterEach(() => kill());

const start = async () => {
  child = fork(join(import.meta.dirname, 'serve.ts'), [dir]);
  const [{ port, peakMb }] = await once(child, 'message');
  return { client: clientFor(`http://127.0.0.1:${port}`, owner), peakMb };
};

const kill = async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
};

/** A presigned POST of this size, generated while it is sent. */
const open = async (client: S3Client, megabytes: number) => {
  const { url, fields } = await createPresignedPost(client, { Bucket: 'audio', Key: 'uploads/large' });
  const form = new Response(formOf(fields, new Blob(['|'])));
  const [head = '', tail = ''] = (await form.text()).split('|');
  const upload = request(url, {
    method: 'POST',
    headers: {
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': head.length + megabytes * megabyte.length + tail.length,
    },
  });
  upload.write(head);
  const body = function* (): Generator<Buffer> {
    for (let sent = 0; sent < megabytes; sent += 1) yield megabyte;
    yield Buffer.from(tail);
  };
  return { upload, body };
};

test('a POST of 500 MB is written to disk with constant memory', async () => {
  const { client, peakMb } = await start();
  const { upload, body } = await open(client, 500);
  const [[created], [response]] = await Promise.all([
    once(child, 'message'),
    once(upload, 'response'),
    pipeline(Readable.from(body()), upload),
  ]);
  expect(await text(response)).toBe('');
  expect(created.size).toBe(500_000_000);
  expect(created.peakMb - peakMb).toBeLessThan(125);
});

test('an S3 killed while an object is replaced has the old version and no bytes of the new one', async () => {
  const { client } = await start();
  const at = { Bucket: 'audio', Key: 'uploads/large' };
  await client.send(new PutObjectCommand({ ...at, Body: 'old' }));
  const { upload } = await open(client, 100);
  upload.on('error', () => {});
  for (let sent = 0; sent < 40; sent += 1) {
    if (!upload.write(megabyte)) await once(upload, 'drain');
  }
  expect(await readdir(join(dir, 'audio', 'bytes'))).toHaveLength(2);
  await kill();
  const { client: again } = await start();
  const object = await again.send(new GetObjectCommand(at));
  expect(await object.Body?.transformToString()).toBe('old');
  expect(await readdir(join(dir, 'audio', 'bytes'))).toHaveLength(1);
});
