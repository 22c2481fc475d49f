import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { functionLog } from '#local/function-log.ts';
import { testFolder } from '../support/test-folder.ts';

const root = testFolder();

const aLog = (name: string, maxBytes?: number) => {
  const shown: string[] = [];
  const dir = join(root, name);
  return { dir, shown, log: functionLog(dir, (line) => shown.push(line), maxBytes) };
};

test('functions.log has all output of functions, and the terminal only their errors', () => {
  const { dir, shown, log } = aLog('whole');
  log('api', 'started', false);
  log('api', 'broken', true);
  expect(readFileSync(join(dir, 'logs/functions.log'), 'utf8')).toBe('api: started\napi: broken\n');
  expect(shown).toEqual(['api: broken']);
});

test('a functions.log that cannot be written stops nothing, and is reported once', () => {
  const { dir, shown, log } = aLog('deleted');
  rmSync(join(dir, 'logs'), { recursive: true });
  log('api', 'started', false);
  log('api', 'broken', true);
  expect(shown).toEqual([expect.stringMatching(/ENOENT.*functions\.log/), 'api: broken']);
});

test('a functions.log that is full becomes functions.1.log, also after a restart, so the two have the last output', () => {
  const { dir, log } = aLog('full', 20);
  const read = (name: string) => readFileSync(join(dir, 'logs', name), 'utf8');
  log('api', 'first', false);
  log('api', 'second', false);
  expect([read('functions.1.log'), read('functions.log')]).toEqual(['api: first\n', 'api: second\n']);
  const restarted = aLog('full', 20);
  restarted.log('api', 'third', false);
  restarted.log('api', '4', false);
  expect([read('functions.1.log'), read('functions.log')]).toEqual(['api: second\n', 'api: third\napi: 4\n']);
});
