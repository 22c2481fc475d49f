import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

/**
 * One environment variable of a function, and the grants that belong to it. Each resource creates its own (`table.allow(…)`), so
 * a function never has the variable without the grant, or the grant without the variable.
 */
export type Access = {
  readonly variable: string;
  readonly value: string;
  readonly statements: readonly PolicyStatement[];
};

/** A plain value, without grants. */
export const constant = (variable: string, value: number | string | boolean): Access => ({
  variable,
  value: String(value),
  statements: [],
});

/** Lets a function read a secret. `variable` is the environment variable with the ARN of the secret. */
export const secretAccess = (variable: string, { secretArn }: Pick<ISecret, 'secretArn'>): Access => ({
  variable,
  value: secretArn,
  statements: [new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] })],
});
