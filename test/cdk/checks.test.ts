import { App, Stack } from 'aws-cdk-lib/core';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { expect, test } from 'vitest';
import { Checks } from '#cdk/checks.ts';
import { testFolder } from '../support/test-folder.ts';

const outdir = testFolder();

const findings = (resource: string, action = 's3:GetObject') => {
  const stack = new Stack(new App({ outdir }), 'Stack');
  const role = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
  role.addToPolicy(new PolicyStatement({ actions: [action], resources: [resource] }));
  return new Checks(stack).validateScope(stack).violations.map(({ ruleName }) => ruleName);
};

test.each(['uploads/*', 'work/*/heads/*'])('a grant on the objects of one prefix passes: %s', (objects) => {
  expect(findings(`arn:aws:s3:::audio/${objects}`)).toEqual([]);
});

test('a grant to send from the identities of SES, by their configuration sets, passes, and one on all of SES does not', () => {
  for (const kind of ['identity', 'configuration-set'])
    expect(findings(`arn:aws:ses:us-east-1:111122223333:${kind}/*`, 'ses:SendEmail')).toEqual([]);
  expect(findings('arn:aws:ses:us-east-1:111122223333:*', 'ses:SendEmail')).toHaveLength(1);
});

test.each([
  ['a whole bucket', 'arn:aws:s3:::audio/*'],
  ['an unknown prefix', 'arn:aws:s3:::audio/secrets/*'],
  ['any bucket', 'arn:aws:s3:::*/uploads/*'],
  ['everything', '*'],
])('a grant on %s is refused', (_, resource) => {
  expect(findings(resource)).toEqual([`AwsSolutions-IAM5[Resource::${resource}]`]);
});

test('a grant of many actions at once is refused', () => {
  expect(findings('arn:aws:s3:::audio/uploads/*', 's3:*')).toEqual(['AwsSolutions-IAM5[Action::s3:*]']);
});
