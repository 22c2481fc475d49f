import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { lockFile } from '#local/file-lock.ts';
import { writeServiceFiles } from '#local/service-file.ts';
import { testFolder } from '../support/test-folder.ts';

let root = '';
let localDir = '';
beforeEach(() => {
  root = testFolder();
  localDir = join(root, '.local');
});

const infoOf = (base_url: string) => ({
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

test('a service writes service.json, readable by its owner only, into its data folder and the checkout', () => {
  const dataDir = folder('data');
  writeServiceFiles(infoOf('http://one'), { dataDir, localDir, log: () => {} });
  for (const file of [join(dataDir, 'service.json'), join(localDir, 'service.json')]) {
    expect(read(file)).toEqual(infoOf('http://one'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
  }
});

test('the checkout’s service.json stays that of the first running service, and others log where theirs is', () => {
  const first = folder('first');
  const second = folder('second');
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  writeServiceFiles(infoOf('http://one'), { dataDir: first, localDir, log });
  expect(lines).toEqual([]);
  writeServiceFiles(infoOf('http://two'), { dataDir: second, localDir, log });
  writeServiceFiles(infoOf('http://three'), { dataDir: undefined, localDir, log });
  expect(read(join(localDir, 'service.json'))).toEqual(infoOf('http://one'));
  expect(read(join(second, 'service.json'))).toEqual(infoOf('http://two'));
  expect(lines).toEqual([
    expect.stringContaining(`are in ${join(second, 'service.json')}.`),
    expect.stringContaining('are only printed here.'),
  ]);
});

test('a service replaces the checkout’s service.json after the first service has ended', () => {
  mkdirSync(localDir);
  lockFile(join(localDir, 'service.lock'))?.();
  writeServiceFiles(infoOf('http://next'), { dataDir: undefined, localDir, log: () => {} });
  expect(existsSync(join(localDir, 'service.json'))).toBe(true);
});
