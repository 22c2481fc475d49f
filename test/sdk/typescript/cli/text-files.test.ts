import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeText } from '../../../../sdk/typescript/cli/text-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'earshot-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

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
