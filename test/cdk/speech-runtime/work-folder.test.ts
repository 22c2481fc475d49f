import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFolder } from '#cdk/speech-runtime/work-folder.ts';
import { testFolder } from '../../support/test-folder.ts';

const workDir = testFolder();

test('a folder is replaced only when the new one is complete', async () => {
  const target = join(workDir, 'replaced/whisper-base');
  const write = (text: string) => async (fresh: string, scratch: string) => {
    writeFileSync(join(fresh, 'shape.json'), text);
    writeFileSync(join(scratch, 'package.tgz'), '');
    if (text === 'half') throw new Error('out of memory');
    return text.length;
  };
  const read = () => readFileSync(join(target, 'shape.json'), 'utf8');
  await expect(replaceFolder(target, write('old'))).resolves.toBe(3);
  await expect(replaceFolder(target, write('half'))).rejects.toThrow('out of memory');
  expect(read()).toBe('old');
  await replaceFolder(target, write('new'));
  expect(read()).toBe('new');
  expect(readdirSync(dirname(target))).toEqual(['whisper-base']);
});

test('a replaced folder can be read by every user who can read its neighbours', async () => {
  const target = join(workDir, 'permissions/whisper-base');
  await replaceFolder(target, () => Promise.resolve());
  expect(statSync(target).mode).toBe(statSync(dirname(target)).mode);
});

test('what an interrupted build left behind is removed after an hour, and nothing else', async () => {
  const dir = join(workDir, 'interrupted');
  const leaveBehind = (name: string, minutesAgo: number): void => {
    mkdirSync(join(dir, name), { recursive: true });
    writeFileSync(join(dir, name, 'package.tgz'), 'some 200 MB');
    const then = new Date(Date.now() - minutesAgo * 60_000);
    utimesSync(join(dir, name), then, then);
  };
  leaveBehind('.speech-killed', 61);
  leaveBehind('.speech-running', 10);
  leaveBehind('.downloads', 61);
  await replaceFolder(join(dir, 'speech'), () => Promise.resolve());
  expect(readdirSync(dir).toSorted()).toEqual(['.downloads', '.speech-running', 'speech']);
  expect(existsSync(join(dir, '.downloads/package.tgz'))).toBe(true);
});
