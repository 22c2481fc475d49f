import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keyProblem } from '#cdk/doctor/key.ts';

const region = 'eu-central-1';
const arn = `arn:aws:kms:${region}:111122223333:key/1`;

/** The policy in docs/deployment.md that an operator pastes. */
const documented = (): { Statement: { Sid: string; Action: string | string[] }[] } => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/deployment.md'), 'utf8');
  const [, json = ''] = /## Own key\n[^#]*?```json\n([^`]*)```/.exec(page) ?? [];
  return JSON.parse(json.replaceAll('<account>', '111122223333').replaceAll('<region>', region));
};
const problemOf = (policy: object) =>
  keyProblem(region, arn, { state: 'Enabled', policy: JSON.stringify(policy) });

test('the documented policy allows all that is needed', () => {
  expect(problemOf(documented())).toBeUndefined();
});

test.each([
  ['IamOfTheAccount', /arn:aws:iam::111122223333:root, without which IAM cannot/],
  ['CloudWatchAlarms', / cloudwatch\.amazonaws\.com, without which alarms reach nobody/],
  ['CloudWatchLogs', / logs\.eu-central-1\.amazonaws\.com, without which no log group/],
])('a policy without the statement %s is named with what fails and where to find it', (sid, problem) => {
  const { Statement } = documented();
  const without = Statement.filter(({ Sid }) => Sid !== sid);
  expect(without).toHaveLength(Statement.length - 1);
  expect(problemOf({ Statement: without })).toMatch(problem);
  expect(problemOf({ Statement: without })).toMatch(/"Own key" in docs\/deployment.md/);
});

test('a statement that allows a part of the actions, denies, or is for logs of another region does not count', () => {
  const changed = (change: (statement: object & { Sid: string }) => object) => ({
    Statement: documented().Statement.map((one) => (one.Sid === 'CloudWatchLogs' ? change(one) : one)),
  });
  for (const part of [
    { Action: 'kms:Decrypt' },
    { Effect: 'Deny' },
    { Principal: { Service: 'logs.us-east-1.amazonaws.com' } },
  ])
    expect(problemOf(changed((one) => ({ ...one, ...part })))).toMatch(/logs\.eu-central-1/);
  const one = { Principal: '*', Action: ['kms:*'] };
  expect(problemOf(changed((statement) => ({ ...statement, ...one })))).toBeUndefined();
});

test('a key of another region is a finding', () => {
  expect(keyProblem('us-east-1', arn, { state: 'Enabled', policy: '{"Statement": []}' })).toMatch(
    /in eu-central-1.*us-east-1/,
  );
});

test.each(['Disabled', 'PendingDeletion'])(
  'a key that is %s is named with the commands that bring it back',
  (state) => {
    const problem = keyProblem(region, arn, { state, policy: JSON.stringify(documented()) });
    expect(problem).toMatch(new RegExp(`${state}.*cancel-key-deletion.*enable-key`));
  },
);

test('a policy that cannot be read is named with the reason', () => {
  expect(keyProblem(region, arn, { unreadable: 'AccessDeniedException: no' })).toMatch(/AccessDenied/);
});
