import { Stack } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';

/** The address to send emails from, and the right to send from it and from no other. */
export const allowMail = (scope: Construct, from: string): Access => ({
  variable: 'MAIL_FROM',
  value: from,
  statements: [
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      // SES checks the identity that it finds for the address: the address itself, or its domain.
      resources: [Stack.of(scope).formatArn({ service: 'ses', resource: 'identity', resourceName: '*' })],
      conditions: { StringEquals: { 'ses:FromAddress': from } },
    }),
  ],
});
