import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { formOf, post, startWorld, type World } from './world.ts';
import { testFolder } from '../../support/test-folder.ts';

const run = promisify(execFile);
const bigBytes = 60_000_000;

let world: World;
const file = join(testFolder(), 'big.wav');
let refused: Record<string, string>;
let tooSmall: Record<string, string>;
beforeAll(async () => {
  world = await startWorld();
  await writeFile(file, Buffer.alloc(bigBytes));
  refused = { ...(await world.presign()).fields, 'X-Amz-Signature': '0'.repeat(64) };
  tooSmall = (await world.presign({ Conditions: [['content-length-range', 1, 1000]] })).fields;
});
afterAll(() => world.stop());

/** A client that sends everything before it reads, like Chromium. */
const sendFirst = async (fields: Record<string, string>): Promise<string> => {
  const form = new Response(formOf(fields, new Blob([Buffer.alloc(bigBytes)])));
  const body = Buffer.from(await form.arrayBuffer());
  const socket = connect(Number(new URL(world.endpoint).port), '127.0.0.1');
  socket.pause();
  socket.write(
    `POST /audio HTTP/1.1\r\nHost: localhost\r\nContent-Type: ${form.headers.get('content-type')}\r\n` +
      `Content-Length: ${body.length}\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.write(body, () => resolve());
  });
  return text(socket);
};

describe('early refusal', () => {
  test.each([
    ['by its signature', () => refused, 403, 'SignatureDoesNotMatch'],
    ['by its size', () => tooSmall, 400, 'EntityTooLarge'],
  ])(
    'an upload refused %s shows the error to fetch, to curl, and to a client that sends everything before it reads',
    async (_, fields, status, code) => {
      expect(await post(world, formOf(fields(), await openAsBlob(file)))).toMatchObject({ status, code });
      const form = Object.entries(fields()).flatMap(([name, value]) => ['-F', `${name}=${value}`]);
      const { stdout } = await run('curl', [
        '-s',
        '-w',
        '%{http_code}',
        ...form,
        '-F',
        `file=@${file}`,
        `${world.endpoint}/audio`,
      ]);
      expect(stdout).toContain(`<Code>${code}</Code>`);
      expect(stdout.slice(-3)).toBe(String(status));
      const raw = await sendFirst(fields());
      expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(raw).toContain(`<Code>${code}</Code>`);
      expect([world.events, await world.bytes()]).toEqual([[], []]);
    },
  );
});

test('a refused upload gets its response before its file was sent', async () => {
  const form = new Response(formOf(refused, new Blob(['|'])));
  const [head = ''] = (await form.text()).split('|');
  const headers = { 'content-type': form.headers.get('content-type') ?? '', 'content-length': 500_000_000 };
  for (const [method, path] of [
    ['POST', '/audio'],
    ['PUT', '/audio/uploads/a'],
  ]) {
    const upload = request(world.endpoint + path, { method, headers });
    upload.write(`${head}first bytes`);
    const [response] = await once(upload, 'response');
    expect(response.statusCode).toBe(403);
    upload.destroy();
  }
});

test('an upload that its client aborts leaves no file and logs no error', async () => {
  const errors = vi.spyOn(console, 'error');
  const { url, fields } = await world.presign();
  const breaking = new AbortController();
  const sending = fetch(url, {
    method: 'POST',
    body: formOf(fields, await openAsBlob(file)),
    signal: breaking.signal,
  });
  await expect.poll(() => world.bytes()).not.toEqual([]);
  breaking.abort();
  await expect(sending).rejects.toThrow('aborted');
  await expect.poll(() => world.bytes()).toEqual([]);
  expect([world.events, errors.mock.calls]).toEqual([[], []]);
});
