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

/** How many processes a function with these properties may have at once. */
const processesOf = (properties: object): number | undefined => {
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
  const surroundings = { deployment, credentials, speechDir: '', environment: {} };
  return deployedFunctions(deployment).map((fn) => specOf(fn, surroundings).concurrency)[0];
};

test('a function has a few processes, one that keeps a core busy as many as there are cores', () => {
  expect(processesOf({ MemorySize: 512 })).toBe(16);
  expect(processesOf({ MemorySize: 1769 })).toBe(availableParallelism());
});

test('however much is reserved for a function in AWS, it has no more processes here; with less it has fewer', () => {
  expect(processesOf({ MemorySize: 512, ReservedConcurrentExecutions: 80 })).toBe(16);
  expect(processesOf({ MemorySize: 512, ReservedConcurrentExecutions: 1 })).toBe(1);
});
