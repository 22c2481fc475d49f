import * as z from 'zod';

export type Statement = {
  effect: 'Allow' | 'Deny';
  actions: readonly string[];
  resources: readonly string[];
};

export type Question = { action: string; resource: string };

const OneOrMany = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
// Strict on purpose: a NotAction or a Condition, neither enforced here, must not be read as something wider.
const Document = z.object({
  Statement: z.array(
    z.strictObject({
      Sid: z.string().optional(),
      Effect: z.enum(['Allow', 'Deny']),
      Action: OneOrMany,
      Resource: OneOrMany,
    }),
  ),
});

/** Reads a resolved policy document. Throws on any element that is not enforced here. */
export const parsePolicy = (document: unknown): Statement[] =>
  Document.parse(document).Statement.map(({ Effect, Action, Resource }) => ({
    effect: Effect,
    actions: Action,
    resources: Resource,
  }));

/** As IAM decides: one matching Deny refuses; otherwise one matching Allow is needed. */
export const isAllowed = (statements: readonly Statement[], question: Question): boolean => {
  const matching = statements.filter((statement) => matches(statement, question));
  return matching.length > 0 && matching.every(({ effect }) => effect === 'Allow');
};

const matches = ({ actions, resources }: Statement, { action, resource }: Question): boolean =>
  actions.some((pattern) => matchesPattern(pattern.toLowerCase(), action.toLowerCase())) &&
  resources.some((pattern) => matchesPattern(pattern, resource));

/** `*` stands for any text, `?` for any one character, `${*}` and `${?}` for the characters themselves. */
export const matchesPattern = (pattern: string, value: string): boolean => toRegExp(pattern).test(value);

const cached = new Map<string, RegExp>();

const toRegExp = (pattern: string): RegExp => {
  const known = cached.get(pattern);
  if (known) return known;
  const source = pattern.replaceAll(/\$\{[*?$]\}|[\\^$.*+?()[\]{}|]/g, (token) => {
    if (token.length > 1) return `\\${token.charAt(2)}`;
    if (token === '*') return '[^]*';
    return token === '?' ? '[^]' : `\\${token}`;
  });
  const made = new RegExp(`^${source}$`, 'u');
  cached.set(pattern, made);
  return made;
};
