import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { settingSamples } from '../support/setting-samples.ts';
import { testFolder } from '../support/test-folder.ts';

const run = promisify(execFile);
const stacks = [
  ...[
    'EarshotData',
    'EarshotApi',
    'EarshotPeople',
    'EarshotConsole',
    'EarshotRealtime',
    'EarshotWorkers',
    'EarshotWebhooks',
  ],
];
const outdir = testFolder();
let output: { readonly stdout: string; readonly stderr: string };

beforeAll(async () => {
  const { CDK_VALIDATION: _, ...env } = process.env;
  const app = fileURLToPath(new URL('../../cdk/app.ts', import.meta.url));
  output = await run(process.execPath, [app], { env: { ...env, CDK_OUTDIR: outdir } });
});

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
    .filter(({ type }) => /warning|error/.test(type))
    // Tests have no layer.
    .filter(({ data }) => !String(data).startsWith('The speech layer'));
const note = z.object({ type: z.string(), data: z.unknown() });

const assetsOf = (stack: string) =>
  read(
    `${stack}.assets.json`,
    z.object({ files: z.record(z.string(), z.object({ source: z.object({ path: z.string() }) })) }),
  ).files;

test('the app passes the AWS Solutions and CloudFormation rules without a warning', () => {
  expect(output).toEqual({ stdout: '', stderr: '' });
  expect(stacks.flatMap(warningsOf)).toEqual([]);
});

test('the app with products and prepayment passes the rules without a warning', async () => {
  const products = [
    { price_id: 'p', kind: 'credit_pack', name: 'Credit', amount_usd: '20', credit_usd: '20' },
  ];
  const { CDK_VALIDATION: _, ...env } = process.env;
  const context = JSON.stringify({ products, prepaid: true });
  const selling = join(outdir, 'selling');
  const app = fileURLToPath(new URL('../../cdk/app.ts', import.meta.url));
  expect(
    await run(process.execPath, [app], { env: { ...env, CDK_OUTDIR: selling, CDK_CONTEXT_JSON: context } }),
  ).toEqual({ stdout: '', stderr: '' });
});

test('the app with all settings of a company’s account passes the rules without a warning', async () => {
  const { CDK_VALIDATION: _, ...env } = process.env;
  const app = fileURLToPath(new URL('../../cdk/app.ts', import.meta.url));
  const context = JSON.stringify({ ...settingSamples, realtime: 'on', decoderNetwork: 'isolated' });
  const outputs = { CDK_OUTDIR: join(outdir, 'company'), CDK_CONTEXT_JSON: context };
  expect(await run(process.execPath, [app], { env: { ...env, ...outputs } })).toEqual({
    stdout: '',
    stderr: '',
  });
});

test('the only custom resource deploys the files of the console', () => {
  const types = stacks.flatMap(resourcesOf).map(({ Type }) => Type);
  expect(types.filter((type) => /^Custom::|CustomResource/.test(type))).toEqual([
    'Custom::CDKBucketDeployment',
  ]);
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

test('every bundle loads with only the environment variables of its template', async () => {
  const script = `for (const { bundle, variables } of ${JSON.stringify(stacks.flatMap(functionsOf))}) {
    process.env = { AWS_REGION: 'eu-central-1', AWS_LAMBDA_FUNCTION_NAME: 'fn', ...variables };
    const outcome = await import(bundle).then(({ handler }) => typeof handler, ({ message }) => /.*/.exec(message)[0]);
    console.log('SPEECH_DIR' in variables ? 'with speech:' : 'plain:', outcome);
  }`;
  // A separate temporary directory, because some functions empty it when they start.
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: outdir,
    env: { TMPDIR: mkdtempSync(join(outdir, 'disk-')) },
  });
  const outcomes = new Set(stdout.trim().split('\n'));
  // The layer is missing here, so functions that need it fail when they load it.
  expect(outcomes).toEqual(
    new Set([
      'plain: function',
      // split-audio only needs ffmpeg of the layer, and not at load time.
      'with speech: function',
      "with speech: Cannot find module '/opt/speech/node_modules/onnxruntime-node'",
    ]),
  );
});
