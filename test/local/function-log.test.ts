import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { functionLog } from '#local/function-log.ts';
import { testFolder } from '../support/test-folder.ts';

const root = testFolder();

const aLog = (name: string) => {
  const shown: string[] = [];
  const dir = join(root, name);
  return { dir, shown, log: functionLog(dir, (line) => shown.push(line)) };
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
