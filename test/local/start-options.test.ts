import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readStartOptions } from '#local/start-options.ts';

const repository = join(import.meta.dirname, '../..');

test('without flags the port is 8787, or that of PORT, and the data lies in the repository', () => {
  const dataDir = join(repository, '.local/data');
  expect(readStartOptions([], {})).toEqual({ port: 8787, dataDir });
  expect(readStartOptions([], { PORT: '' })).toEqual({ port: 8787, dataDir });
  expect(readStartOptions([], { PORT: '9000', INIT_CWD: '/home/me' })).toEqual({ port: 9000, dataDir });
  expect(readStartOptions(['--port', '0', '--memory'], {})).toEqual({ port: 0, dataDir: undefined });
});

test('a relative data folder lies where the user is, where npm runs the script in the repository', () => {
  const of = (dir: string) => readStartOptions(['--data-dir', dir], { INIT_CWD: '/home/me' }).dataDir;
  expect([of('mine'), of('../yours'), of('/data')]).toEqual(['/home/me/mine', '/home/yours', '/data']);
});

test.each([
  [['9000'], /npm start -- \[--port N\]/],
  [['--prot', '9000'], /npm start -- \[--port N\]/],
  [['--port', '65536'], /65536 is not a valid port/],
  [['--port', 'http'], /http is not a valid port/],
  [['--port', ''], / is not a valid port/],
])('%j is refused with what is allowed', (args, message) => {
  expect(() => readStartOptions(args, {})).toThrow(message);
});
