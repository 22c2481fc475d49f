import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

const run = promisify(execFile);
const stacks = ['EarshotData', 'EarshotApi', 'EarshotConsole', 'EarshotWorkers', 'EarshotWebhooks'];
const outdir = mkdtempSync(join(tmpdir(), 'earshot-app-'));
let said: { readonly stdout: string; readonly stderr: string };

beforeAll(async () => {
  const { CDK_VALIDATION: _, ...env } = process.env;
  const app = new URL('../../cdk/app.ts', import.meta.url).pathname;
  said = await run(process.execPath, [app], { env: { ...env, CDK_OUTDIR: outdir } });
});
afterAll(() => rmSync(outdir, { recursive: true }));

const read = <T>(file: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(join(outdir, file), 'utf8')));

const resourcesOf = (stack: string) =>
  Object.values(
    read(`${stack}.template.json`, z.object({ Resources: z.record(z.string(), resource) })).Resources,
  );
const resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.any()).default({}) });

const warningsOf = (stack: string) =>
  Object.values(read(`${stack}.metadata.json`, z.record(z.string(), z.array(note))))
    .flat()
    .filter(({ type }) => /warning|error/.test(type));
const note = z.object({ type: z.string(), data: z.unknown() });

const assetsOf = (stack: string) =>
  read(
    `${stack}.assets.json`,
    z.object({ files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })) }),
  ).files;

test('the app passes the rules of AWS Solutions and of CloudFormation, without a single warning', () => {
  expect(said).toEqual({ stdout: '', stderr: '' });
  expect(stacks.flatMap(warningsOf)).toEqual([]);
});

test('so does one that sells something and has it paid before', async () => {
  const products = [
    { price_id: 'p', kind: 'credit_pack', name: 'Credit', amount_usd: '20', credit_usd: '20' },
  ];
  const { CDK_VALIDATION: _, ...env } = process.env;
  const context = JSON.stringify({ products, prepaid: true });
  const selling = join(outdir, 'selling');
  const app = new URL('../../cdk/app.ts', import.meta.url).pathname;
  expect(
    await run(process.execPath, [app], { env: { ...env, CDK_OUTDIR: selling, CDK_CONTEXT_JSON: context } }),
  ).toEqual({ stdout: '', stderr: '' });
});

test('nothing but the files of the console is deployed by a custom resource', () => {
  const types = stacks.flatMap(resourcesOf).map(({ Type }) => Type);
  expect(types.filter((type) => /^Custom::|CustomResource/.test(type))).toEqual([
    'Custom::CDKBucketDeployment',
  ]);
});

test('every bundle starts by itself, with no more than the variables its template gives it', async () => {
  const script = `for (const { bundle, variables } of ${JSON.stringify(stacks.flatMap(functionsOf))}) {
    process.env = { AWS_REGION: 'eu-central-1', ...variables };
    const outcome = await import(bundle).then(({ handler }) => typeof handler, ({ message }) => /.*/.exec(message)[0]);
    console.log('SPEECH_DIR' in variables ? 'with speech:' : 'plain:', outcome);
  }`;
  // A disk of its own: some clear it when they start, and other tests work on the other one.
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: outdir,
    env: { TMPDIR: mkdtempSync(join(outdir, 'disk-')) },
  });
  const outcomes = new Set(stdout.trim().split('\n'));
  // What is in the layer is missing here, so the functions that carry it get as far as loading it.
  expect(outcomes).toEqual(
    new Set([
      'plain: function',
      // Of the layer, the function that cuts needs ffmpeg only, and that later.
      'with speech: function',
      "with speech: Cannot find module 'onnxruntime-node'",
    ]),
  );
});

const functionsOf = (stack: string) => {
  const assets = assetsOf(stack);
  return resourcesOf(stack)
    .filter(
      ({ Type, Properties }) =>
        Type === 'AWS::Lambda::Function' && Properties['Runtime'].startsWith('nodejs'),
    )
    .map(({ Properties }) => ({
      bundle: join(
        outdir,
        assets[Properties['Code'].S3Key.replace('.zip', '')]?.source.path ?? '',
        'index.mjs',
      ),
      variables: Object.fromEntries(
        Object.entries(Properties['Environment']?.Variables ?? {}).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : `https://aws.invalid/${name}`,
        ]),
      ),
    }));
};
