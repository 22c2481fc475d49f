import * as z from 'zod';
import { type Condition, type Context, parseConditions } from './condition.ts';
import { matchesPattern } from './pattern.ts';

export type Statement = {
  effect: 'Allow' | 'Deny';
  actions: readonly string[];
  resources: readonly string[];
  /** All must hold of a request that the statement speaks of. */
  conditions: readonly Condition[];
};

export type Question = { action: string; resource: string; context?: Context };

const OneOrMany = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
// Strict on purpose: a NotAction, which is not enforced here, must not be read as something wider.
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

/** As IAM decides: one matching Deny refuses; otherwise one matching Allow is needed. */
export const isAllowed = (statements: readonly Statement[], question: Question): boolean => {
  const matching = statements.filter((statement) => matches(statement, question));
  return matching.length > 0 && matching.every(({ effect }) => effect === 'Allow');
};

const matches = (
  { actions, resources, conditions }: Statement,
  { action, resource, context = {} }: Question,
): boolean =>
  actions.some((pattern) => matchesPattern(pattern.toLowerCase(), action.toLowerCase())) &&
  resources.some((pattern) => matchesPattern(pattern, resource)) &&
  conditions.every((holds) => holds(context));
