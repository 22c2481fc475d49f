import { RootConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { type Facts, findingsOf } from '#cdk/doctor/findings.ts';
import { readSettings } from '#cdk/settings.ts';
import { settingSamples } from '../support/setting-samples.ts';

const settings = readSettings(new RootConstruct().node);
const ready: Facts = {
  region: 'eu-central-1',
  settings,
  isLayerBuilt: true,
  concurrency: { account: 1_000, unreserved: 1_000 },
  isDeployed: false,
  buckets: ['photos', 'cdk-hnb659fds-assets-111122223333-eu-central-1'],
};

const withDomain = (): Facts['settings'] => {
  const root = new RootConstruct();
  root.node.setContext('apiDomain', settingSamples.apiDomain);
  return readSettings(root.node);
};

const problems = (facts: Partial<Facts>) =>
  findingsOf({ ...ready, ...facts }).flatMap(({ check, problem }) => (problem === undefined ? [] : [check]));

test('an account that is ready has no finding', () => {
  expect(problems({})).toEqual([]);
});

test.each([
  ['speech layer', { isLayerBuilt: false }],
  ['CDK bootstrap', { buckets: ['cdk-hnb659fds-assets-111122223333-us-east-1'] }],
  ['concurrency of Lambda', { concurrency: { account: 10, unreserved: 10 } }],
  ['concurrency of Lambda', { concurrency: { account: 1_000, unreserved: 400 } }],
  [
    'certificate of the API',
    { region: 'eu-west-1', buckets: ['cdk-x-assets-111122223333-eu-west-1'], settings: withDomain() },
  ],
] as const)('%s is named if it is not ready', (check, facts) => {
  expect(problems(facts)).toEqual([check]);
});

test('what Earshot itself has reserved is no finding', () => {
  expect(problems({ concurrency: { account: 1_000, unreserved: 690 }, isDeployed: true })).toEqual([]);
});

test('each finding says what to do', () => {
  const found = findingsOf({
    ...ready,
    isLayerBuilt: false,
    buckets: [],
    concurrency: { account: 10, unreserved: 10 },
  });
  const text = found.map(({ problem = '' }) => problem).join(' ');
  expect(text).toMatch(/npm run layer.*npx cdk bootstrap.*Service Quotas/);
});
