import { createHmac } from 'node:crypto';
import { isAllowed, type AccessRequest, type Statement } from './policy.ts';

export type Credentials = {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
};

/** The signer of a request: the operator, or a function with its role. */
export type Identity = {
  readonly arn: string;
  readonly credentials: Credentials;
  readonly allows: (request: AccessRequest) => boolean;
};

/** Long-lived keys with all rights, for seeding, scripts and tests. */
export const operatorIdentity = (secret: string, accountId: string): Identity => ({
  arn: `arn:aws:iam::${accountId}:user/operator`,
  credentials: keyPair(secret, 'operator', 'AKIA'),
  allows: () => true,
});

/**
 * The temporary keys of a function's role. Requests with them carry the function's ARN. They are derived from the stack's secret,
 * so an upload form signed before a restart stays valid.
 */
export const roleIdentity = (
  secret: string,
  { arn, functionArn }: { readonly arn: string; readonly functionArn: string },
  statements: readonly Statement[],
): Identity => ({
  arn,
  credentials: { ...keyPair(secret, arn, 'ASIA'), sessionToken: derive(secret, `${arn} session`, 48) },
  allows: ({ context, ...request }) =>
    isAllowed(statements, {
      ...request,
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
