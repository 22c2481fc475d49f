import { Stack } from 'aws-cdk-lib/core';
import { CfnUserPool, UserPool } from 'aws-cdk-lib/aws-cognito';
import { expect, test } from 'vitest';
import { allowMail, mailOfSignIn } from '#cdk/constructs/mail.ts';

const mailFrom = 'earshot@app.example';

test.each([
  ['domain', 'app.example'],
  ['address', mailFrom],
] as const)('Cognito is told the very identity that SES has verified: the %s', (mailIdentity, identity) => {
  const stack = new Stack();
  const email = mailOfSignIn({ mailFrom, mailIdentity });
  const pool = new UserPool(stack, 'People', { ...(email && { email }) }).node.defaultChild;
  if (!CfnUserPool.isCfnUserPool(pool)) throw new Error('the pool has no CfnUserPool');
  const configuration = JSON.stringify(stack.resolve(pool.emailConfiguration));
  expect(configuration).toContain(`"from":"${mailFrom}"`);
  expect(configuration).toContain(`:identity/${identity}"`);
});

test('mails are sent from one address only, also where the identity has a configuration set of SES by default', () => {
  const stack = new Stack();
  const [statement] = allowMail(stack, mailFrom).flatMap(({ statements }) => statements);
  const { Resource, Condition } = stack.resolve(statement?.toStatementJson());
  const ends = Resource.map((arn: object) => /:ses:.*:([^:"]+)"/.exec(JSON.stringify(arn))?.[1]);
  expect(ends).toEqual(['identity/*', 'configuration-set/*']);
  expect(Condition).toEqual({ StringEquals: { 'ses:FromAddress': mailFrom } });
});

test('Cognito mails by its own sender as long as nothing says which identity SES has verified', () => {
  expect(mailOfSignIn({ mailFrom, mailIdentity: undefined })).toBeUndefined();
  expect(mailOfSignIn({ mailFrom: undefined, mailIdentity: 'domain' })).toBeUndefined();
});
