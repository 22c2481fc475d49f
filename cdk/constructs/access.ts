import type { PolicyStatement } from 'aws-cdk-lib/aws-iam';

/**
 * One environment variable of a function, and the rights that come with it. A resource makes its own (`table.allow(…)`),
 * so a function cannot be told of a resource without the grant, nor be granted one it is not told of.
 */
export type Access = {
  readonly variable: string;
  readonly value: string;
  readonly statements: readonly PolicyStatement[];
};

/** A plain value the function has to know. */
export const constant = (variable: string, value: number | string | boolean): Access => ({
  variable,
  value: String(value),
  statements: [],
});
