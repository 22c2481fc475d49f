import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const stacks = ['EarshotData', 'EarshotApi', 'EarshotWorkers'];
const outdir = mkdtempSync(join(tmpdir(), 'earshot-app-'));
let said: { readonly stdout: string; readonly stderr: string };

beforeAll(async () => {
  const { CDK_VALIDATION: _, ...env } = process.env;
  const app = new URL('../../cdk/app.ts', import.meta.url).pathname;
  said = await run(process.execPath, [app], { env: { ...env, CDK_OUTDIR: outdir } });
});
afterAll(() => rmSync(outdir, { recursive: true }));

const read = (file: string) => JSON.parse(readFileSync(join(outdir, file), 'utf8'));
const resourcesOf = (stack: string): any[] => Object.values(read(`${stack}.template.json`).Resources);
const warningsOf = (stack: string) =>
  Object.values<any>(read(`${stack}.metadata.json`))
    .flat()
    .filter(({ type }) => /warning|error/.test(type))
    .map(({ data }) => data);

test('the app passes the rules of AWS Solutions and of CloudFormation, without a single warning', () => {
  expect(said).toEqual({ stdout: '', stderr: '' });
  expect(stacks.flatMap(warningsOf)).toEqual([]);
});

test('nothing is deployed by a custom resource', () => {
  for (const { Type } of stacks.flatMap(resourcesOf)) expect(Type).not.toMatch(/^Custom::|CustomResource/);
});

test('every bundle starts by itself, with no more than the variables its template gives it', async () => {
  const functions = stacks.flatMap((stack) => {
    const { files } = read(`${stack}.assets.json`);
    return resourcesOf(stack)
      .filter(({ Type }) => Type === 'AWS::Lambda::Function')
      .map(({ Properties }) => ({
        bundle: join(outdir, files[Properties.Code.S3Key.replace('.zip', '')].source.path, 'index.mjs'),
        variables: Object.entries(Properties.Environment?.Variables ?? {}).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : `https://aws.invalid/${name}`,
        ]),
      }));
  });
  expect(functions.length).toBeGreaterThan(0);
  const load = `for (const { bundle, variables } of ${JSON.stringify(functions)}) {
    process.env = { AWS_REGION: 'eu-central-1', ...Object.fromEntries(variables) };
    const { handler } = await import(bundle);
    if (typeof handler !== 'function') throw new Error(bundle + ' exports no handler');
  }`;
  await run(process.execPath, ['--input-type=module', '--eval', load], { cwd: tmpdir() });
});
