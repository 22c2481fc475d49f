import { describe, expect, test } from 'vitest';
import { grantsOf } from '../support/grants.ts';
import { changes, identities } from '../support/identities.ts';
import { settingSamples } from '../support/setting-samples.ts';
import { customized, synthesize } from '../support/templates.ts';

const { table: name, backup } = settingSamples;
const templates = synthesize({ ...customized, table: name });
const functions = templates.ofType('AWS::Lambda::Function');

const variablesOf = ({ Properties }: (typeof functions)[number]): Record<string, unknown> =>
  Properties['Environment']?.Variables ?? {};

test('every function that knows the table knows the restored one', () => {
  const named = functions.flatMap((fn) => variablesOf(fn)['TABLE_NAME'] ?? []);
  expect(named.length).toBeGreaterThan(40);
  expect(new Set(named)).toEqual(new Set([name]));
});

test('every grant on items is on the restored table or its indexes', () => {
  const grants = functions
    .flatMap((fn) => grantsOf(fn, templates))
    .filter((one) => one.includes('dynamodb:'));
  expect(grants.length).toBeGreaterThan(200);
  const restored = new RegExp(
    `^(?:never )?dynamodb:\\w+ arn:\\S+:table/${String(name)}(?:/index/\\w+)?(?: |$)`,
  );
  expect(grants.filter((grant) => !restored.test(grant))).toEqual([]);
});

test('nothing but exports refers to the table in EarshotData, also no alarm and no dashboard', () => {
  const without = synthesize(customized).stacks.find(({ stack }) => stack === 'EarshotData');
  const exported = Object.values(without?.Outputs ?? {}).flatMap(({ Export, Value }) =>
    JSON.stringify(Value).includes('"TableCD117FA1"') ? (Export?.Name ?? []) : [],
  );
  expect(exported).toHaveLength(2);
  const text = JSON.stringify(templates.resources);
  for (const reference of ['"Ref":"TableCD117FA1"', '["TableCD117FA1"', ...exported])
    expect(text).not.toContain(reference);
});

test('the alarm on throttles watches the restored table', () => {
  const alarm = templates.ofType('AWS::CloudWatch::Alarm').find(({ id }) => id.includes('TableThrottles'));
  expect(JSON.stringify(alarm?.Properties)).toContain(`{"Name":"TableName","Value":"${String(name)}"}`);
});

test('scripts find the restored table in the output', () => {
  const data = templates.stacks.find(({ stack }) => stack === 'EarshotData');
  expect(data?.Outputs['TableName']?.Value).toBe(name);
});

test('the first table stays with its protection, and no other identity changes', () => {
  expect(changes(identities(), identities({ table: name }))).toEqual([]);
});

describe('with backups', () => {
  const planOf = (context: object) => {
    const found = synthesize({ ...customized, backup, ...context });
    const [plan] = found.ofType('AWS::Backup::BackupPlan');
    const [selection] = found.ofType('AWS::Backup::BackupSelection');
    return {
      plan,
      selectionName: `${selection?.Properties['BackupSelection'].SelectionName}`,
      resources: selection?.Properties['BackupSelection'].Resources.map((one: unknown) => found.name(one)),
    };
  };

  test('the table is backed up daily into the vault of the setting, and copied', () => {
    const { plan, resources } = planOf({});
    expect(plan).toMatchObject({ stack: 'EarshotData' });
    expect(plan?.Properties['BackupPlan'].BackupPlanRule).toMatchObject([
      {
        TargetBackupVault: 'earshot',
        ScheduleExpression: 'cron(0 4 * * ? *)',
        Lifecycle: { DeleteAfterDays: 90 },
        CopyActions: [
          {
            DestinationBackupVaultArn: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:earshot',
            Lifecycle: { DeleteAfterDays: 90 },
          },
        ],
      },
    ]);
    expect(resources).toEqual(['Table']);
  });

  test('after a restore the restored table is backed up', () => {
    expect(planOf({ table: name }).resources).toEqual([expect.stringMatching(`:table/${String(name)}$`)]);
  });

  test('each restored table is selected under another name, because the new selection is made while the old one is there', () => {
    const tables = ['', name, 'EarshotData-Restored-20261124T0000'];
    const names = tables.map((table) => planOf({ table }).selectionName);
    expect(new Set(names).size).toBe(3);
    for (const one of names) expect(one).toMatch(/^[\w.-]{1,50}$/);
  });
});
