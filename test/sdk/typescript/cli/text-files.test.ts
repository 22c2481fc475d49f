import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { writeText } from '../../../../sdk/typescript/cli/text-files.ts';
import { testFolder } from '../../../support/test-folder.ts';

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

test('a text that cannot be written to its end leaves nothing, and the text before it as it was', async () => {
  const path = join(folder, 'a.srt');
  const full = async function* () {
    yield 'half of it';
    throw new Error('The disk is full.');
  };
  await expect(writeText(path, full())).rejects.toThrow('The disk is full.');
  expect(readdirSync(folder)).toEqual([]);
  await writeText(path, 'a text');
  await expect(writeText(path, full())).rejects.toThrow('The disk is full.');
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a.srt'], 'a text']);
});

test('a text whose name is as long as a folder takes is written', async () => {
  const path = join(folder, `${'a'.repeat(251)}.srt`);
  await writeText(path, 'a text');
  expect(readFileSync(path, 'utf8')).toBe('a text');
});
