import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFile } from '#local/file-lock.ts';
import { writeServiceFiles } from '#local/service-file.ts';

let root = '';
let localDir = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'service-'));
  localDir = join(root, '.local');
});
afterEach(() => rmSync(root, { recursive: true }));

const factsOf = (base_url: string) => ({
  base_url,
  api_key: 'k',
  project_id: 'p',
  console_url: `${base_url}/`,
});
const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const folder = (name: string): string => {
  mkdirSync(join(root, name));
  return join(root, name);
};

test('a service writes what a program must know, for its owner only, into its data folder and into the checkout', () => {
  const dataDir = folder('data');
  writeServiceFiles(factsOf('http://one'), { dataDir, localDir, log: () => {} });
  for (const file of [join(dataDir, 'service.json'), join(localDir, 'service.json')]) {
    expect(read(file)).toEqual(factsOf('http://one'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

test('the file of the checkout goes on telling of the first service while that runs, and the second says where to look', () => {
  const [first, second] = [folder('first'), folder('second')];
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  writeServiceFiles(factsOf('http://one'), { dataDir: first, localDir, log });
  expect(lines).toEqual([]);
  writeServiceFiles(factsOf('http://two'), { dataDir: second, localDir, log });
  writeServiceFiles(factsOf('http://three'), { dataDir: undefined, localDir, log });
  expect(read(join(localDir, 'service.json'))).toEqual(factsOf('http://one'));
  expect(read(join(second, 'service.json'))).toEqual(factsOf('http://two'));
  expect(lines).toEqual([
    expect.stringContaining(`are in ${join(second, 'service.json')}.`),
    expect.stringContaining('are printed here only.'),
  ]);
});

test('the next service takes the file over when the first has ended', () => {
  mkdirSync(localDir);
  lockFile(join(localDir, 'service.lock'))?.();
  writeServiceFiles(factsOf('http://next'), { dataDir: undefined, localDir, log: () => {} });
  expect(existsSync(join(localDir, 'service.json'))).toBe(true);
});
