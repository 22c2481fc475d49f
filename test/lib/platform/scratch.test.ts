import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clearScratch, makeScratch, withScratch } from '#lib/platform/scratch.ts';
import { testFolder } from '../../support/test-folder.ts';

const before = process.env['TMPDIR'];
const disk = testFolder();
beforeAll(() => {
  process.env['TMPDIR'] = disk;
});
afterAll(() => {
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
});

test('a scratch folder is removed after its use, also after a failure', async () => {
  const folders: string[] = [];
  await withScratch(async (folder) => folders.push(folder));
  await withScratch(async (folder) => {
    folders.push(folder);
    throw new Error('The work failed.');
  }).catch(() => {});
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});

test('the next process removes what a killed invocation left on the disk, and nothing else', async () => {
  const left = await makeScratch();
  await writeFile(join(left, 'in'), 'the audio of another customer');
  await writeFile(join(disk, 'other'), 'not ours');
  await clearScratch();
  expect([existsSync(left), existsSync(join(disk, 'other'))]).toEqual([false, true]);
});

test('the folder of another process that still runs is kept', async () => {
  const used = join(disk, `earshot-scratch-${process.ppid}-abc`);
  const left = join(disk, 'earshot-scratch-99999999-abc');
  await Promise.all([mkdir(used), mkdir(left)]);
  await clearScratch();
  expect([existsSync(used), existsSync(left)]).toEqual([true, false]);
});
