import fs, { existsSync, readFileSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openDataDir } from '#local/data-dir.ts';
import { writePrivate } from '#local/write-private.ts';
import { testFolder } from '../support/test-folder.ts';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

/** What is forced to the disk, in order: for each call whether the file had its name, and whether it was the folder. */
const watchSyncs = (file: string) => {
  const synced: { readonly isFolder: boolean; readonly isNamed: boolean }[] = [];
  const { fsyncSync } = fs;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
    synced.push({ isFolder: fs.fstatSync(fd).isDirectory(), isNamed: existsSync(file) });
    fsyncSync(fd);
  });
  syncBuiltinESMExports();
  return synced;
};

// Only this order leaves the old or the whole new file after a power cut, and the new one once the call has returned.
const contentThenName = [
  { isFolder: false, isNamed: false },
  { isFolder: true, isNamed: true },
];

test('a private file is on the disk before it has its name, and its name when the call returns', () => {
  const file = join(testFolder(), 'service.json');
  const synced = watchSyncs(file);
  writePrivate(file, { api_key: 'k' });
  expect(synced).toEqual(contentThenName);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ api_key: 'k' });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('the secret of a new data folder is on the disk before it has its name, and its name when the call returns', () => {
  const dir = testFolder();
  const synced = watchSyncs(join(dir, 'secret'));
  const { secret, unlock } = openDataDir(dir);
  unlock();
  expect(synced).toEqual(contentThenName);
  expect(readFileSync(join(dir, 'secret'), 'utf8')).toBe(secret);
  expect(statSync(join(dir, 'secret')).mode & 0o777).toBe(0o600);
});
