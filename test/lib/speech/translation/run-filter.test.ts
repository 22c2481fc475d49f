import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withScratch } from '#lib/platform/scratch.ts';
import { runFilter } from '#lib/speech/translation/run-filter.ts';
import { isRunning } from '../../../local/lambda/is-running.ts';

const { signal } = new AbortController();
const run = (script: string, text: string, by = signal) =>
  runFilter('/bin/sh', ['-c', script], { text, signal: by });

test('a program gets the text but no environment variables of this process', async () => {
  process.env['EARSHOT_SECRET'] = 'secret';
  expect(await run('cat "$0"; env', 'hello ')).toMatch(/^hello /);
  expect(await run('env', '')).not.toContain('secret');
});

test.each([
  ['ends with a failure', 'exit 3'],
  ['is killed from outside', 'kill -9 $$'],
])('a program that %s is a fault, without what it was given or said', async (_, script) => {
  const fault: any = await run(`cat "$0" >&2; ${script}`, 'a secret').catch((error: unknown) => error);
  expect(fault.name).toBe('TranslatorFault');
  expect(fault.stack).not.toContain('a secret');
});

test('a missing program is a fault', async () => {
  await expect(runFilter('no-such-program', [], { text: 'x', signal })).rejects.toMatchObject({
    name: 'TranslatorFault',
  });
});

test('an abort kills the program and its children', async () => {
  await withScratch(async (folder) => {
    const abort = new AbortController();
    const file = join(folder, 'pid');
    const asked = run(`sleep 600 & echo $! > ${file}; wait`, 'x', abort.signal).catch(
      (error: unknown) => error,
    );
    const written = (): number => Number(readFileSync(file, 'utf8'));
    await expect.poll(written).toBeGreaterThan(0);
    const pid = written();
    abort.abort();
    expect(await asked).toMatchObject({ name: 'TranslatorFault', message: '/bin/sh took too long.' });
    await expect.poll(() => isRunning(pid)).toBe(false);
  });
});
