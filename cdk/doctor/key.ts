import * as z from 'zod';

const oneOrMore = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const Statement = z.object({
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.union([z.literal('*'), z.record(z.string(), oneOrMore)]).default({}),
  Action: oneOrMore.default([]),
});
type Statement = z.infer<typeof Statement>;
const Policy = z.object({ Statement: z.union([Statement.transform((one) => [one]), z.array(Statement)]) });

/** The state of a KMS key and its policy as JSON, or the reason why they could not be read. */
export type KeyFacts = { readonly state: string; readonly policy: string } | { readonly unreadable: string };

type Need = {
  readonly kind: 'AWS' | 'Service';
  readonly principal: string;
  readonly actions: readonly string[];
  /** What fails if the policy does not allow the actions. */
  readonly otherwise: string;
};

/**
 * The needs that the policy itself must meet. Functions and other services need no statement, because IAM lets them use
 * the key.
 */
const needsOf = (arn: string): Need[] => {
  const [, partition = '', , region = '', account = ''] = arn.split(':');
  return [
    {
      kind: 'AWS',
      principal: `arn:${partition}:iam::${account}:root`,
      actions: ['CreateGrant', 'Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey'],
      otherwise: 'IAM cannot grant its use',
    },
    {
      kind: 'Service',
      principal: 'cloudwatch.amazonaws.com',
      actions: ['Decrypt', 'GenerateDataKey'],
      otherwise: 'alarms reach nobody',
    },
    {
      kind: 'Service',
      principal: `logs.${region}.amazonaws.com`,
      actions: ['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'ReEncryptFrom', 'ReEncryptTo'],
      otherwise: 'no log group can be made',
    },
  ];
};

const isFor = ({ Principal }: Statement, { kind, principal }: Need): boolean =>
  Principal === '*' || [principal, '*'].some((name) => Principal[kind]?.includes(name));

const matches = (pattern: string, action: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 'i').test(`kms:${action}`);

/** Whether the statements allow everything needed. Ignores their conditions, and statements that deny. */
const isMet = (statements: readonly Statement[], need: Need): boolean => {
  const patterns = statements
    .filter((statement) => statement.Effect === 'Allow' && isFor(statement, need))
    .flatMap(({ Action }) => Action);
  return need.actions.every((action) => patterns.some((pattern) => matches(pattern, action)));
};

/**
 * Returns what is wrong with the key of the setting `encryptionKeyArn` for a deployment to this region. Undefined if
 * nothing is.
 */
export const keyProblem = (region: string, arn: string, key: KeyFacts): string | undefined => {
  const keyRegion = arn.split(':')[3] ?? '';
  if (keyRegion !== region) return `The key is in ${keyRegion}, and the deployment in ${region}.`;
  if ('unreadable' in key) return `It cannot be read: ${key.unreadable}`;
  if (key.state !== 'Enabled')
    return `It is ${key.state}, so nothing can be read or written. aws kms cancel-key-deletion --key-id ${arn} and aws kms enable-key --key-id ${arn} bring it back.`;
  const { Statement: statements } = Policy.parse(JSON.parse(key.policy));
  const missing = needsOf(arn).filter((need) => !isMet(statements, need));
  if (missing.length === 0) return undefined;
  const list = missing.map(({ principal, otherwise }) => `${principal}, without which ${otherwise}`);
  return `Its policy lacks the statement for ${list.join('; and that for ')}. Paste it from "Own key" in docs/deployment.md.`;
};
