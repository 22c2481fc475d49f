import { Aws, Stack } from 'aws-cdk-lib/core';
import { UserPoolEmail } from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Settings } from '../settings.ts';
import type { Access } from './access.ts';

/** The address to send emails from, and the right to send from it and from no other. Nothing if there is no such address. */
export const allowMail = (scope: Construct, from: string | undefined): Access[] => {
  if (from === undefined) return [];
  const statement = new PolicyStatement({
    actions: ['ses:SendEmail'],
    // SES checks the identity that it finds for the address, which is the address itself or its domain, and the configuration set
    // that this identity has by default.
    resources: ['identity', 'configuration-set'].map((resource) =>
      Stack.of(scope).formatArn({ service: 'ses', resource, resourceName: '*' }),
    ),
    conditions: { StringEquals: { 'ses:FromAddress': from } },
  });
  return [{ variable: 'MAIL_FROM', value: from, statements: [statement] }];
};

/** How Cognito mails codes, if not by its own sender: by SES, which Cognito must be told the very identity of. */
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
