import { createHmac } from 'node:crypto';
import { isAllowed, type Question, type Statement } from './policy.ts';

export type Credentials = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };

/** Who signs a request: the operator, or a function in its role. */
export type Identity = { arn: string; credentials: Credentials; allows: (question: Question) => boolean };

/** Long-lived keys that may do everything: seeding, scripts and tests. */
export const operatorIdentity = (secret: string, accountId: string): Identity => ({
  arn: `arn:aws:iam::${accountId}:user/operator`,
  credentials: keyPair(secret, 'operator', 'AKIA'),
  allows: () => true,
});

/**
 * The temporary keys of a function's role, which tell in each request whose code it comes from. They are derived from the stack's one secret, so an upload form that was signed before a
 * restart is still good after it.
 */
export const roleIdentity = (
  secret: string,
  { arn, functionArn }: { arn: string; functionArn: string },
  statements: readonly Statement[],
): Identity => ({
  arn,
  credentials: { ...keyPair(secret, arn, 'ASIA'), sessionToken: derive(secret, `${arn} session`, 48) },
  allows: ({ context, ...question }) =>
    isAllowed(statements, {
      ...question,
      context: { ...context, 'lambda:SourceFunctionArn': [functionArn] },
    }),
});

export const byAccessKey = (identities: readonly Identity[]): ReadonlyMap<string, Identity> =>
  new Map(identities.map((identity) => [identity.credentials.accessKeyId, identity]));

const keyPair = (secret: string, name: string, prefix: string): Credentials => ({
  accessKeyId:
    prefix +
    derive(secret, `${name} id`, 32)
      .replaceAll(/[^A-Za-z0-9]/g, '')
      .toUpperCase()
      .slice(0, 16),
  secretAccessKey: derive(secret, `${name} secret`, 30),
});

const derive = (secret: string, label: string, bytes: number): string =>
  createHmac('sha512', secret).update(label).digest().subarray(0, bytes).toString('base64');
