import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GuideBlock, guideBlocks, inWorld } from '../support/guides.ts';
import { type Origin, startOrigin } from '../support/https-origin.ts';
import { newKeys, noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';
import { noPython, runPython } from './python.ts';
import { testFolder } from '../support/test-folder.ts';

const missing = noSpeech ?? noPython;
const root = join(import.meta.dirname, '../..');
const execute = promisify(execFile);

const blocksIn = (language: string): GuideBlock[] =>
  guideBlocks.filter((block) => block.language === language && block.mark === '');
const byPage = <Block extends GuideBlock>(blocks: readonly Block[]) => [
  ...Map.groupBy(blocks, ({ page }) => page),
];

describe.skipIf(missing)(`the code of the guides (${missing ?? 'on the local stack'})`, () => {
  const work = testFolder();
  const installed = join(work, 'python');
  let receiver: Origin;
  let service: Service;
  beforeAll(async () => {
    receiver = await startOrigin();
    const audio = await tenSeconds('-f', 'mp3').bytes();
    receiver.on('/call.mp3', (_request, response) => void response.end(audio));
    service = await startService({ origins: [receiver] });
    writeFileSync(join(work, 'call.mp3'), audio);
    writeFileSync(join(work, 'package.json'), '{"type":"module"}');
  });
  afterAll(async () => {
    receiver.stop();
    await service.stop();
  });

  /** The world of a page: a folder with the recording, and a separate key with its own limits. */
  const worldOf = async () => {
    const { baseUrl } = service.stack;
    const [key = ''] = await newKeys(service.stack, 1);
    const env = { ...process.env, EARSHOT_BASE_URL: baseUrl, EARSHOT_API_KEY: key };
    return { env, baseUrl, key, receiver: receiver.url('/') };
  };
  type Program = GuideBlock & { readonly path: string };
  /**
   * Runs the programs of a page in their order, because a program may need results of an earlier one. Pages run concurrently,
   * because they mostly wait.
   */
  const each = (
    programs: readonly Program[],
    run: (path: string, env: NodeJS.ProcessEnv) => Promise<unknown>,
  ) =>
    Promise.all(
      byPage(programs).map(async ([, ofPage]) => {
        const { env } = await worldOf();
        for (const { path } of ofPage) await run(path, env);
      }),
    );
  const said = (code: string, world: Awaited<ReturnType<typeof worldOf>>): string => inWorld(code, world);

  test('what curl does in a guide, each page in one shell, succeeds', async () => {
    const printed = new Map<string, string>();
    for (const [page, blocks] of byPage(blocksIn('sh'))) {
      const world = await worldOf();
      const script = `set -euo pipefail\n${blocks.map(({ code }) => said(code, world)).join('\n')}`;
      const { stdout } = await execute('bash', ['-c', script], { cwd: work, env: world.env });
      printed.set(page, stdout);
    }
    expect(printed.get('quickstart')).toMatch(/best of times[\s\S]*"error": null[\s\S]*00:00:/i);
    expect(printed.get('errors')).toMatch(/blocked_address[\s\S]*dempotent-/);
    expect(printed.get('webhooks')).toMatch(/whsec_/);
  });

  test('each program in TypeScript compiles in strict mode against the served package, and runs', async () => {
    const programs = blocksIn('ts').map((block, at) => ({
      ...block,
      path: join(work, `${block.page}-${at}.ts`),
    }));
    const paths = programs.map(({ path }) => path);
    await execute('npm', ['install', `${service.stack.baseUrl}/docs/earshot.tgz`], { cwd: work });
    symlinkSync(join(root, 'node_modules/openai'), join(work, 'node_modules/openai'));
    const world = await worldOf();
    for (const { path, code } of programs) writeFileSync(path, said(code, world));
    const flags =
      '--noEmit --strict --exactOptionalPropertyTypes --module nodenext --target es2024 --types node';
    const types = ['--typeRoots', join(root, 'node_modules/@types')];
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    await execute(process.execPath, [tsc, ...flags.split(' '), ...types, ...paths], { cwd: work });
    await each(programs, (path, env) => execute(process.execPath, [path], { cwd: work, env }));
  });

  test('each program in Python passes mypy in strict mode against the served package, and runs', async () => {
    const flags = '--quiet --no-deps --no-build-isolation --target'.split(' ');
    const client = `${service.stack.baseUrl}/docs/earshot-python.tar.gz`;
    await runPython(['-m', 'pip', 'install', ...flags, installed, client]);
    mkdirSync(join(work, 'programs'));
    const programs = blocksIn('python').map((block, at) => ({
      ...block,
      path: join(work, 'programs', `${block.page.replaceAll('-', '_')}_${at}.py`),
    }));
    const paths = programs.map(({ path }) => path);
    const world = await worldOf();
    for (const { path, code } of programs) writeFileSync(path, said(code, world));
    const mypy = ['-m', 'mypy', '--strict', '--cache-dir', join(work, '.mypy_cache')];
    expect(await runPython([...mypy, ...paths], { cwd: work, paths: [installed] })).toMatch(/^Success/);
    await each(programs, (path, { EARSHOT_BASE_URL = '', EARSHOT_API_KEY = '' }) =>
      runPython([path], { cwd: work, paths: [installed], env: { EARSHOT_BASE_URL, EARSHOT_API_KEY } }),
    );
  });
});
