import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { describeFiles } from '#cdk/speech-runtime/layer-manifest.ts';
import { testFolder } from '../../support/test-folder.ts';

let dir: string;
beforeEach(() => {
  dir = testFolder();
});

const files = { 'bin/ffmpeg': 'program', 'models/silero.onnx': 'graph' };
const write = (name: string, content: Readonly<Record<string, string>>): string => {
  for (const [path, text] of Object.entries(content)) {
    mkdirSync(join(dir, name, path, '..'), { recursive: true });
    writeFileSync(join(dir, name, path), text);
  }
  return join(dir, name);
};

test('the digest of a layer depends on its files alone, not on their order or times', async () => {
  const first = write('first', files);
  const second = write('second', Object.fromEntries(Object.entries(files).toReversed()));
  utimesSync(join(second, 'bin/ffmpeg'), 1, 1);
  const { digest } = await describeFiles(first);
  expect((await describeFiles(second)).digest).toBe(digest);
  for (const other of [{ 'bin/ffmpeg': 'another program' }, { 'bin/more': '' }])
    expect((await describeFiles(write('second', other))).digest).not.toBe(digest);
});

test('the manifest and the bill of materials describe the files and are none of them', async () => {
  const folder = write('layer', { ...files, 'layer.json': '{}', 'sbom.cdx.json': '{}' });
  expect(Object.keys((await describeFiles(folder)).files)).toEqual(Object.keys(files));
});
