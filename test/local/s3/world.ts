import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { createPresignedPost, type PresignedPostOptions } from '@aws-sdk/s3-presigned-post';
import type { ObjectCreated } from '#local/s3/call.ts';
import { type BucketRules, createS3 } from '#local/s3/s3.ts';
import { listen } from '../../support/listen.ts';

/** A key pair and its grants, such as `s3:PutObject arn:aws:s3:::audio/uploads/`, matched as prefixes. */
export type Role = { accessKeyId: string; secretAccessKey: string; sessionToken?: string; grants: string[] };

export const everything = ['GetObject', 'PutObject', 'DeleteObject', 'ListBucket'].map(
  (action) => `s3:${action} arn:aws:s3:::`,
);

export const owner: Role = {
  accessKeyId: 'OWNERKEY',
  secretAccessKey: 'owner-secret',
  sessionToken: 'owner-token',
  grants: everything,
};

export const page = 'https://app.example';

export const audio: BucketRules = {
  name: 'audio',
  cors: [{ origins: [page], methods: ['POST'], headers: ['*'], exposeHeaders: ['ETag'], maxAgeSeconds: 600 }],
  lifecycle: [{ prefix: 'uploads/', days: 1 }],
};

export const clientFor = (endpoint: string, { accessKeyId, secretAccessKey, sessionToken }: Role): S3Client =>
  new S3Client({
    endpoint,
    region: 'eu-central-1',
    maxAttempts: 1,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  });

/** A local S3 with a bucket `audio`, on a free port. */
export const startWorld = async ({ roles = [owner], dir = '' }: { roles?: Role[]; dir?: string } = {}) => {
  const home = dir === '' ? await mkdtemp(join(tmpdir(), 'earshot-s3-')) : dir;
  const events: ObjectCreated[] = [];
  const clock = { offsetMs: 0 };
  const roleOf = (accessKeyId: string) => roles.find((role) => role.accessKeyId === accessKeyId);
  const s3 = await createS3({
    dir: home,
    buckets: [audio],
    access: {
      secretOf: (key) => roleOf(key)?.secretAccessKey,
      sessionTokenOf: (key) => roleOf(key)?.sessionToken,
      allows: (key, action, arn) =>
        roleOf(key)?.grants.some((grant) => `${action} ${arn}`.startsWith(grant)) ?? false,
    },
    now: () => new Date(Date.now() + clock.offsetMs),
    onObjectCreated: (event) => events.push(event),
  });
  const server = createServer((request, response) => void s3.handle(request, response));
  const endpoint = `http://127.0.0.1:${await listen(server)}`;
  const client = clientFor(endpoint, owner);

  return {
    s3,
    events,
    clock,
    endpoint,
    client,
    dir: home,
    as: (role: Role) => clientFor(endpoint, role),
    /** Names of the info files, one per object. */
    objects: () => readdir(join(home, 'audio', 'objects')),
    bytes: () => readdir(join(home, 'audio', 'bytes')),
    presign: (options: Partial<PresignedPostOptions> = {}, role: Role = owner) =>
      createPresignedPost(clientFor(endpoint, role), { Bucket: 'audio', Key: 'uploads/a', ...options }),
    stop: async ({ keep = false } = {}) => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      if (!keep) await rm(home, { recursive: true, force: true });
    },
  };
};

export type World = Awaited<ReturnType<typeof startWorld>>;

/** The form of a presigned POST, with the file last. */
export const formOf = (
  fields: Record<string, string>,
  file: Blob | null = new Blob(['RIFFdata']),
): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== null) form.append('file', file, 'speech.wav');
  return form;
};

/** Posts a form to the bucket like a browser. */
export const post = async ({ endpoint }: World, form: FormData, headers: Record<string, string> = {}) =>
  outcome(await fetch(`${endpoint}/audio`, { method: 'POST', body: form, headers }));

/** Status, error code and message of a response. */
export const outcome = async (answer: Response) => {
  const text = await answer.text();
  const tag = (name: string) => new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(text)?.[1];
  return { status: answer.status, code: tag('Code'), message: tag('Message'), headers: answer.headers, text };
};
