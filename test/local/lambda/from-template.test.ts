import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deployedFunctions, specOf } from '#local/lambda/from-template.ts';
import { deploy } from '#local/template/deployment.ts';
import { testFolder } from '../../support/test-folder.ts';
import { localPlace as place } from '../../support/local-place.ts';

const dir = testFolder();
writeFileSync(join(dir, 'index.mjs'), '');

/** The specification of a function with these properties, in a template with these other resources. */
const deployed = (properties: object, others: Record<string, { Type: string; Properties: object }> = {}) => {
  const Properties = {
    Code: { S3Key: 'bundle.zip' },
    Handler: 'index.handler',
    Runtime: 'nodejs24.x',
    Role: 'role',
    ...properties,
  };
  const Resources: any = { Fn: { Type: 'AWS::Lambda::Function', Properties }, ...others };
  const deployment = deploy(
    { stacks: [{ name: 'S', Resources, Outputs: {} }], assetPath: new Map([['bundle.zip', dir]]) },
    place,
  );
  const credentials = { accessKeyId: 'id', secretAccessKey: 'secret' };
  const options = { deployment, credentials, speechDir: '', environment: {} };
  return deployedFunctions(deployment).map((fn) => specOf(fn, options))[0];
};
const concurrencyOf = (properties: object) => deployed(properties)?.concurrency;

test('a function has 16 processes, or one per core if its memory size means that it needs a whole core', () => {
  expect(concurrencyOf({ MemorySize: 512 })).toBe(16);
  expect(concurrencyOf({ MemorySize: 1769 })).toBe(availableParallelism());
});

test('reserved concurrency lowers the number of processes of a light function, but never raises it', () => {
  expect(concurrencyOf({ MemorySize: 512, ReservedConcurrentExecutions: 80 })).toBe(16);
  expect(concurrencyOf({ MemorySize: 512, ReservedConcurrentExecutions: 1 })).toBe(1);
});

test('a function that needs a core has as many processes as its reserved concurrency, but at most 8', () => {
  expect(concurrencyOf({ MemorySize: 1769, ReservedConcurrentExecutions: 3 })).toBe(3);
  expect(concurrencyOf({ MemorySize: 1769, ReservedConcurrentExecutions: 50 })).toBe(8);
});

test('a failed asynchronous invocation is retried twice, or as often as the function is configured', () => {
  const config = (FunctionName: string) => ({
    Config: {
      Type: 'AWS::Lambda::EventInvokeConfig',
      Properties: { FunctionName, Qualifier: '$LATEST', MaximumRetryAttempts: 0 },
    },
  });
  expect(deployed({})?.retryAttempts).toBe(2);
  expect(deployed({}, config('s-fn'))?.retryAttempts).toBe(0);
  expect(deployed({}, config('s-other'))?.retryAttempts).toBe(2);
});
