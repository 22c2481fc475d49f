import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const work = mkdtempSync(join(tmpdir(), 'earshot-package-'));
const installed = join(work, 'node_modules/earshot');
const run = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  run(join(root, 'sdk/typescript/package/build.mjs'), installed);
});
afterAll(() => rmSync(work, { recursive: true }));

test('the package that is published can be imported, and has no dependency', () => {
  const code = `
    import { Earshot, webhooks } from 'earshot';
    import { upload } from 'earshot/browser';
    import about from 'earshot/package.json' with { type: 'json' };
    console.log([typeof Earshot, typeof webhooks.verify, typeof upload, about.dependencies]);`;
  expect(run('--input-type=module', '--eval', code)).toContain(
    "'function', 'function', 'function', undefined",
  );
});

test('the command of the package runs', () => {
  expect(run(join(installed, 'dist/cli/main.js'), '--help')).toContain('earshot transcribe');
});

test('a program of a customer compiles against it in strict mode, and a wrong one does not', () => {
  const compile = (code: string): string => {
    writeFileSync(join(work, 'program.ts'), code);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const flags = '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2024 --types';
    try {
      run(tsc, ...flags.split(' '), 'node', '--typeRoots', join(root, 'node_modules/@types'), 'program.ts');
      return '';
    } catch (error) {
      return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    }
  };
  const program = (option: string) => `
    import { Earshot, type WebhookEvent } from 'earshot';
    const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'k' });
    export const text = async (): Promise<string | null> =>
      (await earshot.transcribe('a.mp3', { ${option} })).transcript;
    export const idOf = (event: WebhookEvent): string | undefined =>
      event.type === 'realtime.session.finished' ? event.data.transcription_id : event.data.id;`;
  expect(compile(program("language_hints: ['en']"))).toBe('');
  expect(compile(program("languageHints: ['en']"))).toContain('language_hints');
});
