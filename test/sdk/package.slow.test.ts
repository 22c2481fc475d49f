import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { testFolder } from '../support/test-folder.ts';

const root = join(import.meta.dirname, '../..');
const work = testFolder();
const installed = join(work, 'node_modules/earshot');
const run = (...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: work, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

beforeAll(() => {
  writeFileSync(join(work, 'package.json'), '{"type":"module"}');
  run(join(root, 'sdk/typescript/package/build.mjs'), installed);
});

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

test.each(['earshot.tgz', 'earshot-python.tar.gz'])('%s contains the licence', (name) => {
  if (!existsSync(join(work, name))) run(join(root, 'sdk/pack.mjs'), work);
  const names = execFileSync('tar', ['-tzf', join(work, name)], { encoding: 'utf8' });
  expect(names.split('\n')).toContain('package/LICENSE');
});

test('the command of the package runs', () => {
  expect(run(join(installed, 'dist/cli/main.js'), '--help')).toContain('earshot transcribe');
});

/** The output of a program in CommonJS. */
const runCommonJs = (code: string): string => run('--input-type=commonjs', '--eval', code);

test('a program in CommonJS can require the package', () => {
  const code = "const { Earshot } = require('earshot'); console.log(typeof Earshot);";
  expect(runCommonJs(code)).toBe('function\n');
});

test('a bundler makes a worker of it, where there are no modules of Node.js', async () => {
  const contents = "import { Earshot } from 'earshot'; export default Earshot;";
  const stdin = { contents, resolveDir: work };
  const { errors } = await build({
    stdin,
    bundle: true,
    platform: 'browser',
    write: false,
    logLevel: 'silent',
  });
  expect(errors).toEqual([]);
});

test('a pipe whose reader has seen enough ends the command without an error', () => {
  const shell = `set -o pipefail; "$0" "$1" --help | (exec 0<&-; sleep 1)`;
  const command = ['-c', shell, process.execPath, join(installed, 'dist/cli/main.js')];
  const { status, stderr } = spawnSync('bash', command, { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('the declarations compile with TypeScript before 5.7, where an array of bytes has no type parameter', () => {
  const files = readdirSync(join(installed, 'dist')).filter((name) => name.endsWith('.d.ts'));
  const generic = files.filter((name) =>
    readFileSync(join(installed, 'dist', name), 'utf8').includes('Uint8Array<'),
  );
  expect([files.length > 20, generic]).toEqual([true, []]);
});

test('a program of a customer compiles against it in strict mode, and a wrong one does not', () => {
  const compile = (code: string): string => {
    writeFileSync(join(work, 'program.ts'), code);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const flags =
      '--declaration --outDir out --strict --exactOptionalPropertyTypes --module nodenext --target es2024 --types';
    try {
      run(tsc, ...flags.split(' '), 'node', '--typeRoots', join(root, 'node_modules/@types'), 'program.ts');
      return '';
    } catch (error) {
      return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error);
    }
  };
  const passesOptionsOn = `
    import { Earshot } from 'earshot';
    import { upload, type UploadGrant } from 'earshot/browser';
    type Given = {
      hints?: string[]; name?: string; signal?: AbortSignal; retries?: number; language?: 'both'; start?: string;
      limit?: number; onState?: (state: string) => void; onUpload?: () => void;
    };
    export const apply = async (given: Given, grant: UploadGrant): Promise<void> => {
      const { hints, name, signal, retries, language, start, limit, onState, onUpload } = given;
      const earshot = new Earshot({ baseUrl: '', apiKey: '', maxRetries: retries });
      const options = { language_hints: hints, client_reference_id: name, webhook: undefined };
      await earshot.transcribe('a', { ...options, translation: { type: 'one_way', target_language: 'de' } });
      const session = await earshot.realtime.create({ audio: { format: 'webm_opus' }, language_hints: hints });
      earshot.realtime.connect(session, { onEvent: () => {}, onState });
      await earshot.transcriptions.file('x', { format: 'srt', language });
      await earshot.transcriptions.get('x', { wait: limit });
      await earshot.usage.get({ start });
      earshot.transcriptions.list({ limit, client_reference_id: name });
      await upload(new Blob(), grant, { signal, onUpload });
      await earshot.uploads.create({ content_type: 'audio/wav', filename: name });
      await earshot.webhooks.create({ url: 'https://hooks.example/', events: undefined, description: name });
    };`;
  const program = (option: string) => `
    import { Earshot, type WebhookEvent } from 'earshot';
    const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'k' });
    export const text = async (): Promise<string | null> =>
      (await earshot.transcribe('a.mp3', { ${option} })).transcript;
    export const idOf = (event: WebhookEvent): string | undefined =>
      event.type === 'realtime.session.finished' ? event.data.transcription_id : event.data.id;`;
  const exportsWhatItGets = `
    import { ApiError, Earshot, type Transcription } from 'earshot';
    export const earshot = new Earshot({ baseUrl: '', apiKey: '' });
    export const { transcriptions, uploads, files, realtime, webhooks, usage, requests } = earshot;
    export const submit = (path: string) => earshot.submit(path);
    export const sendTest = (id: string) => webhooks.test(id);
    export const [post, send] = [uploads.post.bind(uploads), uploads.send.bind(uploads)];
    export const keep = files.upload.bind(files);
    export const listed = (page: Parameters<typeof transcriptions.list>[0]) => transcriptions.list(page);
    export const readable = ({ segments }: Transcription) => segments?.map(({ text }) => text);
    export const isOverLimit = (error: unknown) => error instanceof ApiError && error.status === 429;`;
  expect(compile(program("language_hints: ['en']"))).toBe('');
  expect(compile(passesOptionsOn)).toBe('');
  expect(compile(exportsWhatItGets)).toBe('');
  expect(compile(program("languageHints: ['en']"))).toContain('language_hints');
});
