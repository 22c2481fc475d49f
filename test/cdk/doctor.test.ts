import { RootConstruct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { type Facts, findingsOf } from '#cdk/doctor/findings.ts';
import { readSettings } from '#cdk/settings.ts';
import { settingSamples } from '../support/setting-samples.ts';

const settings = readSettings(new RootConstruct().node);
const ready: Facts = {
  region: 'eu-central-1',
  settings,
  isLayerBuilt: true,
  concurrency: { account: 1_000, unreserved: 1_000, own: 0 },
  buckets: ['photos', 'cdk-hnb659fds-assets-111122223333-eu-central-1'],
  functions: ['EarshotRealtime-RunSession-1ABC'],
  table: { deployed: undefined, restored: undefined },
  mappings: [],
  stopped: [],
  key: undefined,
  mail: undefined,
};

const settingsOf = (context: Record<string, unknown>): Facts['settings'] => {
  const root = new RootConstruct();
  for (const [key, value] of Object.entries(context)) root.node.setContext(key, value);
  return readSettings(root.node);
};
const withDomain = (name: 'apiDomain' | 'realtimeDomain'): Facts['settings'] =>
  settingsOf({ [name]: settingSamples[name] });

const problems = (facts: Partial<Facts>) =>
  findingsOf({ ...ready, ...facts }).flatMap(({ check, problem }) => (problem === undefined ? [] : [check]));

test('an account that is ready has no finding', () => {
  expect(problems({})).toEqual([]);
});

test.each([
  ['region', { region: 'us-gov-west-1', buckets: ['cdk-x-assets-111122223333-us-gov-west-1'] }],
  ['region', { region: 'cn-north-1', buckets: ['cdk-x-assets-111122223333-cn-north-1'] }],
  // The stack would stay, with the concurrency that it reserves, and its live sessions would never end.
  ['realtime sessions', { settings: settingsOf({ realtime: 'off' }) }],
  ['speech layer', { isLayerBuilt: false }],
  ['CDK bootstrap', { buckets: ['cdk-hnb659fds-assets-111122223333-us-east-1'] }],
  ['concurrency of Lambda', { concurrency: { account: 10, unreserved: 10, own: 0 } }],
  ['concurrency of Lambda', { concurrency: { account: 1_000, unreserved: 400, own: 0 } }],
  // Another stage was deployed after this one.
  ['concurrency of Lambda', { concurrency: { account: 1_000, unreserved: 100, own: 690 } }],
  ['concurrency of Lambda', { settings: settingsOf({ accountQuota: 2_000 }) }],
  [
    'certificates of the APIs',
    {
      region: 'eu-west-1',
      buckets: ['cdk-x-assets-111122223333-eu-west-1'],
      settings: withDomain('apiDomain'),
    },
  ],
  [
    'certificates of the APIs',
    {
      region: 'eu-west-1',
      buckets: ['cdk-x-assets-111122223333-eu-west-1'],
      settings: withDomain('realtimeDomain'),
    },
  ],
  ['topics of alarms', { settings: settingsOf({ alarmTopicArn: settingSamples.alarmTopicArn }) }],
  ['topics of alarms', { settings: settingsOf({ ticketTopicArn: settingSamples.ticketTopicArn }) }],
  [
    'sender of emails',
    {
      settings: settingsOf({ mailFrom: settingSamples.mailFrom }),
      mail: { isVerified: false, isInSandbox: false },
    },
  ],
  ["zones of the decoder's network", { settings: settingsOf({ decoderZones: settingSamples.decoderZones }) }],
] as const)('%s is named if it is not ready', (check, facts) => {
  expect(problems(facts)).toEqual([check]);
});

describe('the table', () => {
  const { table: name, encryptionKeyArn } = settingSamples;
  const found = {
    status: 'ACTIVE',
    keys: ['pk', 'sk'],
    indexes: ['due', 'listed'],
    ttlAttribute: 'ttl',
    isRecoverable: true,
    isProtected: true,
    keyArn: undefined,
  };
  const adopting = settingsOf({ table: name });
  const problemOf = (restored: object | undefined, given = adopting) =>
    findingsOf({
      ...ready,
      settings: given,
      table: {
        deployed: 'EarshotData-TableCD117FA1-1ABC',
        restored: restored && { ...found, ...restored },
      },
    }).find(({ check }) => check === 'table')?.problem;

  test('a restored table with all settings of the first one may be adopted', () => {
    expect(problemOf({})).toBeUndefined();
  });

  test.each([
    ['is being restored', { status: 'CREATING' }, /CREATING/],
    ['lacks an index', { indexes: ['due'] }, /index listed/],
    ['has other keys', { keys: ['id'] }, /keys pk and sk/],
    ['never expires items', { ttlAttribute: undefined }, /update-time-to-live/],
    ['has no point-in-time recovery', { isRecoverable: false }, /update-continuous-backups/],
    ['may be deleted', { isProtected: false }, /--deletion-protection-enabled/],
    ['is encrypted by another key', { keyArn: 'arn:aws:kms:us-east-1:1:key/2' }, /encryptionKeyArn/],
  ])('a restored table that %s is named with the remedy', (_, restored, remedy) => {
    expect(problemOf(restored)).toMatch(remedy);
  });

  test('a restored table needs the key of the setting', () => {
    const encrypted = settingsOf({ table: name, encryptionKeyArn });
    expect(problemOf({}, encrypted)).toMatch(/encryptionKeyArn/);
    expect(problemOf({ keyArn: encryptionKeyArn }, encrypted)).toBeUndefined();
  });

  test('a restored table of another stage is a finding', () => {
    expect(problemOf({}, settingsOf({ table: name, stage: 'dev' }))).toMatch(
      /of another stage.*EarshotDevData-/,
    );
    const own = settingsOf({ table: 'EarshotDevData-Restored', stage: 'dev' });
    expect(problemOf({}, own)).toBeUndefined();
  });

  test('a restored table that does not exist is a finding', () => {
    expect(problemOf(undefined)).toMatch(/There is no table EarshotData-Restored/);
  });

  test('a deployment that forgets the restored table in use is warned of', () => {
    const forgetting = (deployed: string) => problems({ table: { deployed, restored: undefined } });
    expect(forgetting('EarshotData-Restored-20261123T0210')).toEqual(['table']);
    expect(forgetting('EarshotData-TableCD117FA1-1ABC')).toEqual([]);
  });
});

test('realtime sessions may be off if their stack is destroyed, or is of another stage', () => {
  const functions = ['EarshotApi-GetV1Files-1ABC', 'EarshotDevRealtime-RunSession-2DEF'];
  expect(problems({ settings: settingsOf({ realtime: 'off' }), functions })).toEqual([]);
});

const mapping = {
  id: '1-2',
  functionName: 'EarshotWorkers-SplitAudio-1',
  isPaused: false,
  hasPollers: false,
};

test('a step that was paused, and functions that may not start, are noted with how to go on, and stop no deployment', () => {
  const facts = {
    mappings: [{ ...mapping, isPaused: true }],
    stopped: ['EarshotApi-PostV1Transcriptions-2'],
  };
  const [found, ...others] = findingsOf({ ...ready, ...facts }).filter(
    ({ problem }) => problem !== undefined,
  );
  expect(others).toEqual([]);
  expect(found).toMatchObject({ check: 'work that is paused', isNote: true });
  expect(found?.problem).toMatch(/SplitAudio-1.*--uuid 1-2 --enabled.*PostV1Transcriptions-2 may not start/);
  expect(findingsOf({ ...ready, isLayerBuilt: false }).filter(({ isNote }) => isNote)).toHaveLength(1);
});

test('pollers that a deployment without them would leave on are named with the command that switches them off', () => {
  const mappings = [{ ...mapping, hasPollers: true }];
  const [found] = findingsOf({ ...ready, mappings }).filter(({ problem }) => problem !== undefined);
  expect(found?.problem).toMatch(/SplitAudio-1.*--uuid 1-2 --provisioned-poller-config '\{\}'/);
  expect(problems({ mappings, settings: settingsOf({ eventPollers: 2 }) })).toEqual([]);
});

test('what Earshot itself has reserved is no finding', () => {
  expect(problems({ concurrency: { account: 1_000, unreserved: 310, own: 690 } })).toEqual([]);
});

test('each finding says what to do', () => {
  const found = findingsOf({
    ...ready,
    isLayerBuilt: false,
    buckets: [],
    concurrency: { account: 10, unreserved: 10, own: 0 },
  });
  const text = found.map(({ problem = '' }) => problem).join(' ');
  expect(text).toMatch(/npm run layer.*npx cdk bootstrap.*Service Quotas/);
});
