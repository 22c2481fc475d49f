import { RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { GivenLimits } from '#cdk/organization-waits.ts';
import { readSettings, settingsSchema } from '#cdk/settings.ts';
import { settingSamples } from '../support/setting-samples.ts';

const read = (context: Record<string, unknown>) => {
  const { node } = new RootConstruct();
  for (const [name, value] of Object.entries(context)) node.setContext(name, value);
  return readSettings(node);
};

test('every setting has a default', () => {
  expect(read({})).toEqual({
    allowedOrigins: ['*'],
    resultRetentionDays: 30,
    accountConcurrency: 1000,
    helpers: 'on',
    helperProcesses: 2,
    projectShare: {},
    speechModels: ['moonshine-tiny'],
    translator: 'none',
    limits: GivenLimits.parse({}),
    logRetentionDays: 30,
    decoderNetwork: 'isolated',
    realtime: 'on',
    products: [],
    prepaid: false,
    selfSignUp: false,
    formerKeyArns: [],
    tags: {},
    release: 'direct',
  });
});

test('settings given as text on the command line have the same effect as in cdk.json', () => {
  const fromCommandLine = {
    allowedOrigins: 'https://a.example,https://b.example',
    decoderZones: 'us-east-1b,us-east-1c',
    resultRetentionDays: '7',
    selfSignUp: 'true',
    accountConcurrency: '3000',
    projectShare: '{"fetch": 5}',
  };
  const fromFile = {
    allowedOrigins: ['https://a.example', 'https://b.example'],
    decoderZones: ['us-east-1b', 'us-east-1c'],
    resultRetentionDays: 7,
    selfSignUp: true,
    accountConcurrency: 3000,
    projectShare: { fetch: 5 },
  };
  expect(read(fromCommandLine)).toEqual(read(fromFile));
});

test('products and prepayment can be set on the command line', () => {
  const products = [
    { price_id: 'p', kind: 'subscription', name: 'Plan', amount_usd: '10', credit_usd: '12.50' },
  ];
  const fromText = read({ products: JSON.stringify(products), prepaid: 'true' });
  expect(fromText.products).toMatchObject([{ amountCents: 1_000, creditMicroUsd: 12_500_000 }]);
  expect(fromText.prepaid).toBe(true);
  expect(read({ products, prepaid: true })).toEqual(fromText);
});

test('every setting has a sample that the tests of the laptop try', () => {
  expect(Object.keys(settingSamples).toSorted()).toEqual(Object.keys(settingsSchema.shape).toSorted());
});

const arn = (service: string) => `arn:aws:${service}:us-east-1:111122223333`;

test('the names that the CDK gives its own context are no settings', () => {
  const own = {
    'aws:cdk:bundling-stacks': [],
    '@aws-cdk/core:newStyleStackSynthesis': true,
    'cli-telemetry': false,
  };
  expect(read(own)).toEqual(read({}));
});

test('two own domains of one name are refused', () => {
  const { apiDomain, realtimeDomain, consoleDomain } = settingSamples;
  expect(() => read({ apiDomain, realtimeDomain: apiDomain })).toThrow('have one name');
  expect(read({ apiDomain, realtimeDomain, consoleDomain }).apiDomain).toEqual(apiDomain);
});

test('origins and own domains may be written in capitals, which browsers never send', () => {
  const { consoleDomain } = settingSamples;
  const written = read({
    allowedOrigins: 'https://App.Example.com',
    consoleDomain: { ...Object(consoleDomain), name: 'Console.Example.com' },
  });
  expect(written.allowedOrigins).toEqual(['https://app.example.com']);
  expect(written.consoleDomain?.name).toBe('console.example.com');
});

test('the error of a wrong setting is a sentence, with its name', () => {
  expect(() => read({ realtime: 'maybe' })).toThrow(
    '✖ Invalid option: expected one of "on"|"off"\n  → at realtime',
  );
});

describe('invalid settings', () => {
  test.each([
    ['an origin without scheme', { allowedOrigins: 'a.example' }],
    ['an origin with a path', { allowedOrigins: 'https://a.example/' }],
    ['an empty list of origins', { allowedOrigins: [] }],
    ['a result retention of zero days', { resultRetentionDays: 0 }],
    ['an account without concurrency', { accountConcurrency: 0 }],
    ['an account without a quota', { accountQuota: 0 }],
    ['an unknown identity of mail', { mailIdentity: 'app.example' }],
    ['one event poller', { eventPollers: 1 }],
    ['helpers of one process', { helperProcesses: 1 }],
    ['helpers larger than Lambda allows', { helperProcesses: 6 }],
    ['a project share of zero', { projectShare: { fetch: 0 } }],
    ['a project share of an unknown stage', { projectShare: { webhooks: 5 } }],
    ['project shares that are not valid JSON', { projectShare: '{' }],
    ['a log retention that CloudWatch does not offer', { logRetentionDays: 31 }],
    ['an unknown translator', { translator: 'google' }],
    ['an unknown decoder network', { decoderNetwork: 'open' }],
    ['one zone for two subnets', { decoderZones: ['us-east-1b'] }],
    ['the same zone for both subnets', { decoderZones: 'us-east-1b,us-east-1b' }],
    ['the id of a zone instead of its name', { decoderZones: 'use1-az1,use1-az2' }],
    ['realtime sessions that are neither on nor off', { realtime: 'maybe' }],
    ['no realtime sessions at all', { realtimeSessions: 0 }],
    ['products that are not valid JSON', { products: '[{' }],
    ['a product without a price', { products: [{ kind: 'credit_pack', name: 'Credit' }] }],
    ['a prepayment that is not a boolean', { prepaid: 'maybe' }],
    ['a self sign-up that is not a boolean', { selfSignUp: 'perhaps' }],
    ['a rate limit below what the page itself needs', { limits: { consoleRequestsPerMinute: 59 } }],
    ['a rate limit above what fits into an item', { limits: { consoleRequestsPerMinute: 1_001 } }],
    ['limits that are not valid JSON', { limits: '{' }],
    ['an unknown limit', { limits: { projects: 7 } }],
    ['a limit of zero', { limits: { projectsPerOrganization: 0 } }],
    ['a limit above what fits into an item', { limits: { unfinishedJobsPerProject: 20_000 } }],
    ['an invalid alarm address', { alarmEmail: 'on-call' }],
    ['a setting that is misspelled', { encryptionkeyArn: settingSamples.encryptionKeyArn }],
    ['an identity of mail without an address to mail from', { mailIdentity: 'domain' }],
    ['a quota below the part of it', { accountQuota: 500, accountConcurrency: 1_000 }],
    ['a web ACL that is not for CloudFront', { webAclArn: `${arn('wafv2')}:regional/webacl/a/b` }],
    [
      'more tags than AWS takes',
      { tags: Object.fromEntries(Array.from({ length: 41 }, (_, i) => [`k${i}`, ''])) },
    ],
    ['two tags that IAM takes for one', { tags: { Team: 'speech', team: 'speech' } }],
    ['a tag of AWS', { tags: { 'aws:team': 'speech' } }],
    ['a tag longer than AWS takes', { tags: { team: 'x'.repeat(257) } }],
    ['a backup for longer than AWS Backup keeps it', { backup: { vault: 'earshot', retentionDays: 36_501 } }],
    ['a former key that is not one of KMS', { formerKeyArns: ['alias/former'] }],
  ])('%s is refused with an error that names the setting', (_, context) => {
    expect(() => read(context)).toThrow(Object.keys(context)[0]);
  });
});
