import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { deployedFunctions, specOf } from '#local/lambda/from-template.ts';
import { deploy } from '#local/template/deployment.ts';

const dir = mkdtempSync(join(tmpdir(), 'earshot-bundle-'));
writeFileSync(join(dir, 'index.mjs'), '');
afterAll(() => rmSync(dir, { recursive: true }));

const place = {
  ...{ region: 'us-east-1', accountId: '000000000000' },
  ...{ awsEndpoint: 'http://aws', apiEndpoint: '', identityEndpoint: '' },
};

/** The concurrency of a function with these properties. */
const concurrencyOf = (properties: object): number | undefined => {
  const Properties = {
    ...{ Code: { S3Key: 'bundle.zip' }, Handler: 'index.handler', Runtime: 'nodejs24.x', Role: 'role' },
    ...properties,
  };
  const Resources = { Fn: { Type: 'AWS::Lambda::Function', Properties } };
  const deployment = deploy(
    { stacks: [{ name: 'S', Resources, Outputs: {} }], assetPath: new Map([['bundle.zip', dir]]) },
    place,
  );
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const options = { deployment, credentials, speechDir: '', environment: {} };
  return deployedFunctions(deployment).map((fn) => specOf(fn, options).concurrency)[0];
};

test('a function has 16 processes, or one per core if its memory size means that it needs a whole core', () => {
  expect(concurrencyOf({ MemorySize: 512 })).toBe(16);
  expect(concurrencyOf({ MemorySize: 1769 })).toBe(availableParallelism());
});

test('reserved concurrency lowers the number of processes, but never raises it', () => {
  expect(concurrencyOf({ MemorySize: 512, ReservedConcurrentExecutions: 80 })).toBe(16);
  expect(concurrencyOf({ MemorySize: 512, ReservedConcurrentExecutions: 1 })).toBe(1);
});
