import { Aws, Stack } from 'aws-cdk-lib/core';
import { UserPoolEmail } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { Access } from './access.ts';

/** The address from which to send emails, and the right to send only from it. Empty if there is no such address. */
export const allowMail = (scope: Construct, from: string | undefined): Access[] => {
  if (from === undefined) return [];
  const statement = new PolicyStatement({
    actions: ['ses:SendEmail'],
    // SES checks the identity of the address, which is the address itself or its domain, and the default configuration
    // set of that identity.
    resources: ['identity', 'configuration-set'].map((resource) =>
      Stack.of(scope).formatArn({ service: 'ses', resource, resourceName: '*' }),
    ),
    conditions: { StringEquals: { 'ses:FromAddress': from } },
  });
  return [{ variable: 'MAIL_FROM', value: from, statements: [statement] }];
};

/**
 * How Cognito mails codes if not by its own sender: by SES, for which Cognito must know the exact identity. Undefined
 * for its own sender.
 */
export const mailOfSignIn = ({
  mailFrom,
  mailIdentity,
}: Pick<Settings, 'mailFrom' | 'mailIdentity'>): UserPoolEmail | undefined => {
  if (mailFrom === undefined || mailIdentity === undefined) return undefined;
  const [, sesVerifiedDomain = ''] = mailFrom.split('@');
  return UserPoolEmail.withSES({
    fromEmail: mailFrom,
    sesRegion: Aws.REGION,
    ...(mailIdentity === 'domain' && { sesVerifiedDomain }),
  });
};
