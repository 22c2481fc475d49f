import { execFile } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { noSpeech, type Service, startService, tenSeconds } from '../support/local-service.ts';
import { noJava } from './dynamodb-local.ts';
import { newWorkFolder, runPackage } from './generator-packages.ts';
import { openApiGenerator } from './openapi-generator.ts';
import { noPython, programOf, runPython } from './python.ts';

const missing = noSpeech ?? noPython;

const typescript = 'typescript/bin/tsc';
/** Without the first option, fields with a default would be required. */
const typescriptOptions = ['--default-non-nullable=false', '-o', 'openapi-typescript.ts'];

describe.skipIf(missing)(
  `clients generated from the document that is served (${missing ?? 'on the local stack'})`,
  () => {
    let service: Service;
    let work: string;
    let audio: string;
    beforeAll(async () => {
      service = await startService();
      work = newWorkFolder();
      audio = join(work, 'call.mp3');
      writeFileSync(audio, await tenSeconds('-f', 'mp3').bytes());
    });
    afterAll(async () => {
      await service.stop();
      rmSync(work, { recursive: true });
    });

    const documentUrl = () => `${service.stack.baseUrl}/v1/openapi.json`;

    const expectFlow = (printed: string): void =>
      expect(JSON.parse(printed)).toEqual({
        ok: true,
        status: 'completed',
        transcript: expect.stringMatching(/best of times/i),
        captions: expect.stringMatching(/^1\n00:00:/),
        error: 'not_found',
      });

    /** Compiles the programs and the clients that they import. */
    const compile = async (...programs: readonly string[]): Promise<void> => {
      const project = { extends: './tsconfig.json', include: programs.map((name) => `${name}.ts`) };
      writeFileSync(join(work, 'programs.json'), JSON.stringify(project));
      await runPackage(work, [typescript, '-p', 'programs.json']);
    };

    /** Bundles the programs, because generated imports omit the file extension. */
    const runBundled = async (name: string): Promise<void> => {
      const outfile = join(work, `${name}.mjs`);
      const bundled = { bundle: true, platform: 'node', format: 'esm' } as const;
      await build({ ...bundled, entryPoints: [join(work, `${name}.ts`)], outfile, logLevel: 'warning' });
      const { stdout } = await promisify(execFile)(process.execPath, [
        outfile,
        service.stack.baseUrl,
        service.key,
        audio,
      ]);
      expectFlow(stdout);
    };

    test('clients of openapi-typescript, Hey API and Orval compile in strict mode and take a recording to its text', async () => {
      await Promise.all([
        runPackage(work, ['openapi-typescript/bin/cli.js', documentUrl(), ...typescriptOptions]),
        runPackage(work, ['@hey-api/openapi-ts/bin/run.js', '-i', documentUrl(), '-o', 'hey-api-client']),
        runPackage(work, ['orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs'], {
          EARSHOT_DOCUMENT: documentUrl(),
        }),
      ]);
      await compile('openapi-fetch', 'hey-api', 'orval');
      for (const name of ['openapi-fetch', 'hey-api', 'orval']) await runBundled(name);
    });

    test('the client of openapi-python-client leaves nothing out, passes mypy and takes a recording to its text', async () => {
      const generated = await runPython(
        ['-m', 'openapi_python_client', 'generate', '--url', documentUrl(), '--output-path', 'python'],
        { cwd: work, env: { PATH: `${join(programOf('ruff'), '..')}:${process.env['PATH']}` } },
      );
      expect(generated).not.toMatch(/warning|unable/i);
      const paths = [join(work, 'python')];
      await runPython(['-m', 'mypy', '--strict', 'flow.py'], { cwd: work, paths });
      expectFlow(
        await runPython(['flow.py', service.stack.baseUrl, service.key, audio], { cwd: work, paths }),
      );
    });

    describe.skipIf(noJava)(`of openapi-generator (${noJava ?? 'by Java'})`, () => {
      test('openapi-generator’s client for TypeScript, made without webhooks, compiles strictly and takes a recording to its text', async () => {
        const document = z.record(z.string(), z.unknown()).parse(await (await fetch(documentUrl())).json());
        writeFileSync(join(work, 'openapi.json'), JSON.stringify({ ...document, webhooks: undefined }));
        await openApiGenerator(work, 'typescript-fetch', 'openapi.json');
        await compile('openapi-generator');
        await runBundled('openapi-generator');
      });

      test('openapi-generator’s client for Python takes a recording to its text', async () => {
        await openApiGenerator(work, 'python', documentUrl());
        const paths = [join(work, 'openapi-generator-python')];
        const asked = ['openapi_generator.py', service.stack.baseUrl, service.key, audio];
        expectFlow(await runPython(asked, { cwd: work, paths }));
      });
    });
  },
);
