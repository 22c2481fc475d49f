import * as z from 'zod';
import { type Condition, type Context, OneOrMany, parseConditions } from './condition.ts';
import { matchesPattern } from './pattern.ts';

export type Statement = {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** The statement applies if all are true. */
  readonly conditions: readonly Condition[];
};

export type AccessRequest = {
  readonly action: string;
  readonly resource: string;
  readonly context?: Context;
};

// Strict: ignoring an element such as NotAction, which is not enforced here, would allow more than AWS does.
const Document = z.object({
  Statement: z.array(
    z.strictObject({
      Sid: z.string().optional(),
      Effect: z.enum(['Allow', 'Deny']),
      Action: OneOrMany,
      Resource: OneOrMany,
      Condition: z.unknown().optional(),
    }),
  ),
});

/** Reads a resolved policy document. Throws on any element that is not enforced here. */
export const parsePolicy = (document: unknown): Statement[] =>
  Document.parse(document).Statement.map(({ Effect, Action, Resource, Condition }) => ({
    effect: Effect,
    actions: Action,
    resources: Resource,
    conditions: Condition === undefined ? [] : parseConditions(Condition),
  }));

/** Like IAM: any matching Deny refuses. Otherwise a matching Allow is needed. */
export const isAllowed = (statements: readonly Statement[], request: AccessRequest): boolean => {
  const matching = statements.filter((statement) => matches(statement, request));
  return matching.length > 0 && matching.every(({ effect }) => effect === 'Allow');
};

const matches = (
  { actions, resources, conditions }: Statement,
  { action, resource, context = {} }: AccessRequest,
): boolean =>
  actions.some((pattern) => matchesPattern(pattern.toLowerCase(), action.toLowerCase())) &&
  resources.some((pattern) => matchesPattern(pattern, resource)) &&
  conditions.every((holds) => holds(context));
