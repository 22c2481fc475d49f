import { openAsBlob, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { EarshotError } from '../../../sdk/typescript/errors.ts';
import { Http } from '../../../sdk/typescript/http.ts';
import { Uploads } from '../../../sdk/typescript/uploads.ts';
import type { UploadGrant } from '../../../sdk/typescript/types.ts';
import { answered, fakeEnvironment } from '../../support/fake-fetch.ts';
import { testFolder } from '../../support/test-folder.ts';
import { listen } from '../../support/listen.ts';

afterEach(() => vi.unstubAllGlobals());
const work = testFolder();

const options = { baseUrl: 'https://api.example', apiKey: 'es_live_k', maxRetries: 0 };
const grantOf = (url: string): UploadGrant => ({
  id: 'upl_a',
  mode: 'live',
  status: 'issued',
  upload_method: 'POST',
  upload_url: url,
  upload_fields: { key: 'uploads/a' },
  content_type: 'audio/wav',
  max_bytes: 500_000_000,
  expires_at: '2026-11-20T10:15:00.000Z',
});

const toStore = () => {
  const { environment, requests, waitsMs } = fakeEnvironment(() => answered('', 201));
  return { uploads: new Uploads(new Http({ ...options, maxRetries: 4 }, environment)), requests, waitsMs };
};

/** Posts 200 MB from a file to a store in this process. Returns the peak memory of buffers. */
const postLargeFile = async (): Promise<number> => {
  const path = join(work, 'large.wav');
  writeFileSync(path, '');
  truncateSync(path, 200_000_000);
  const store = createServer((request, answer) =>
    request.resume().on('end', () => answer.writeHead(201).end()),
  );
  const url = `http://127.0.0.1:${await listen(store)}/`;
  const { environment } = fakeEnvironment();
  const uploads = new Uploads(new Http(options, { ...environment, fetch }));
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5);
  await uploads.post(grantOf(url), path);
  clearInterval(watch);
  store.close();
  return most - before;
};

test('a file at a path is never held in memory as a whole while it is uploaded', async () => {
  // Buffers of sent pieces that are not yet collected may be half of it.
  expect(await postLargeFile()).toBeLessThan(150_000_000);
});

/** Posts a Blob. Returns the request to the store, and the reported progress. */
const post = async () => {
  const { environment, requests } = fakeEnvironment(() => answered('', 201));
  const told: number[] = [];
  let request: RequestInit | undefined;
  const uploads = new Uploads(
    new Http(options, {
      ...environment,
      fetch: (url, init) => {
        request = init;
        return environment.fetch(url, init);
      },
    }),
  );
  await uploads.post(grantOf('https://s3.example/'), new Blob(['audio']), {
    onUpload: ({ sentBytes, totalBytes }) => told.push(sentBytes / totalBytes),
  });
  const streams = request?.body instanceof ReadableStream;
  return { text: requests[0]?.text, told, streams, redirect: request?.redirect };
};

test.each(['Deno/2.9.6', 'Cloudflare-Workers'])(
  'in %s, which sends no stream of known length, a file is posted whole and its progress told at the end',
  async (userAgent) => {
    vi.stubGlobal('navigator', { userAgent });
    const { text, told, streams, redirect } = await post();
    // Workers do not support the redirect mode `error`.
    expect({ told, streams, redirect }).toEqual({ told: [1], streams: false, redirect: 'manual' });
    expect(text).toMatch(/name="key"\r\n\r\nuploads\/a\r\n[\s\S]*\r\n\r\naudio\r\n--/);
  },
);

test('in Bun, where a Blob leaves out a file that is put into it, the file is posted', async () => {
  class BlobOfBun extends Blob {
    constructor(parts: readonly (string | Blob)[] = []) {
      super(parts.filter((part) => typeof part === 'string'));
    }
  }
  vi.stubGlobal('Blob', BlobOfBun);
  expect((await post()).text).toMatch(/\r\n\r\naudio\r\n--/);
});

test('an upload that ends early closes the file that it reads', async () => {
  let isClosed = false;
  class OpenFile extends Blob {
    override stream() {
      return new ReadableStream({
        pull: (controller) => controller.enqueue(new Uint8Array(1)),
        cancel: () => void (isClosed = true),
      });
    }
  }
  const { environment } = fakeEnvironment();
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const reader = new Response(init?.body).body?.getReader();
    for (let pieces = 0; pieces < 3; pieces += 1) await reader?.read();
    await reader?.cancel();
    throw new TypeError('terminated');
  };
  const uploads = new Uploads(new Http(options, { ...environment, fetch }));
  await expect(uploads.post(grantOf('https://s3.example/'), new OpenFile(['audio']))).rejects.toThrow('cut');
  expect(isClosed).toBe(true);
});

test('what `onUpload` throws ends the upload, and is thrown as it is', async () => {
  const { uploads, requests, waitsMs } = toStore();
  const onUpload = () => {
    throw new RangeError('There is no bar.');
  };
  const posted = uploads.post(grantOf('https://s3.example/'), new Blob(['audio']), { onUpload });
  await expect(posted).rejects.toThrow(new RangeError('There is no bar.'));
  expect([requests, waitsMs]).toEqual([[], []]);
});

test('a file that changes while it is sent ends the upload with an error that says so', async () => {
  const path = join(work, 'call.wav');
  writeFileSync(path, 'RIFF0000WAVEfmt ');
  const file = await openAsBlob(path);
  writeFileSync(path, 'RIFF0000WAVEfmt data');
  const { uploads } = toStore();
  const posted = uploads.post(grantOf('https://s3.example/'), file);
  await expect(posted).rejects.toThrow(EarshotError);
  await expect(posted).rejects.toThrow('The audio cannot be read. A file must not change while it is sent.');
});

test('an upload whose network stood still for longer than the store waits is posted again', async () => {
  const late = '<Error><Code>RequestTimeout</Code><Message>Your socket was idle.</Message></Error>';
  const { environment, requests } = fakeEnvironment(
    () => answered(late, 400),
    () => answered('', 201),
  );
  const uploads = new Uploads(new Http({ ...options, maxRetries: 1 }, environment));
  await uploads.post(grantOf('https://s3.example/'), new Blob(['audio']));
  expect(requests).toHaveLength(2);
});
