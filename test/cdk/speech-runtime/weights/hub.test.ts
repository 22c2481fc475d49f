import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { download } from '#cdk/speech-runtime/weights/hub.ts';
import { listen } from '../../../support/listen.ts';
import { testFolder } from '../../../support/test-folder.ts';

const workDir = testFolder();
const newDir = (): string => mkdtempSync(join(workDir, 'dir-'));
const nothing = (): void => {};

const content = 'the content of a large file';
let ranges: (string | undefined)[] = [];
let takesRanges = true;
let source = '';
const hub = createServer(({ url, headers: { range } }, response) => {
  ranges.push(range);
  const from = takesRanges ? Number(/\d+/.exec(range ?? '')?.[0] ?? 0) : 0;
  if (url === '/past-the-end' || from >= content.length) return void response.writeHead(416).end();
  if (url === '/other') return void response.writeHead(404).end();
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': content.length - from });
  if (url === '/half') response.write(content.slice(from, 10), () => response.destroy());
  else response.end(content.slice(from));
});
beforeAll(async () => {
  source = `http://127.0.0.1:${await listen(hub)}`;
});
afterAll(() => void hub.close());
beforeEach(() => {
  ranges = [];
  takesRanges = true;
});

test('a download reports its progress, and leaves only the file', async () => {
  const dir = join(newDir(), 'new');
  const seen: unknown[] = [];
  await download(`${source}/file`, join(dir, 'file'), (...progress) => void seen.push(progress));
  expect(seen.at(-1)).toEqual([content.length, content.length]);
  expect(readdirSync(dir)).toEqual(['file']);
  expect(readFileSync(join(dir, 'file'), 'utf8')).toBe(content);
});

test.each([
  ['continues where it ended', content.slice(0, 5), true],
  ['starts again if the server does not continue', 'broken'.repeat(10), false],
  ['is not repeated if it is complete', content, true],
])('an interrupted download %s', async (_, part, continues) => {
  const file = join(newDir(), 'file');
  takesRanges = continues;
  writeFileSync(file, part);
  const progress: unknown[] = [];
  await download(`${source}/file`, file, (...shown) => void progress.push(shown));
  expect(ranges).toEqual([`bytes=${part.length}-`]);
  expect(readFileSync(file, 'utf8')).toBe(content);
  expect(progress.at(-1)).toEqual(part === content ? undefined : [content.length, content.length]);
});

test('a download that the server cuts off names the URL and how far it came, and keeps what it has', async () => {
  const file = join(newDir(), 'file');
  writeFileSync(file, content.slice(0, 5));
  await expect(download(`${source}/half`, file, nothing)).rejects.toThrow(
    `${source}/half ended after 10 bytes: `,
  );
  await download(`${source}/file`, file, nothing);
  // The last bytes may have been on their way to the disk.
  expect(ranges[1]).toMatch(/^bytes=(5|10)-$/);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('two downloads of a file at the same time do not damage it', async () => {
  const file = join(newDir(), 'file');
  writeFileSync(file, content.slice(0, 5));
  await Promise.all([1, 2].map(() => download(`${source}/file`, file, nothing)));
  expect(ranges).toEqual(['bytes=5-', 'bytes=5-']);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test.each([
  ['/other', 'answered 404.'],
  ['/past-the-end', 'answered 416.'],
])('a download of %s says that the server %s', async (path, answer) => {
  const url = `${source}${path}`;
  await expect(download(url, join(newDir(), 'file'), nothing)).rejects.toThrow(`${url} ${answer}`);
});

test('a server that cannot be reached is named with what the network said', async () => {
  await expect(download('http://127.0.0.1:1/file', join(newDir(), 'file'), nothing)).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:1\/file could not be reached: .*(ECONNREFUSED|bad port)/,
  );
});
