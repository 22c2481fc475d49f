import * as z from 'zod';

export type Statement = {
  effect: 'Allow' | 'Deny';
  actions: readonly string[];
  resources: readonly string[];
  conditions: readonly { key: string; patterns: readonly string[] }[];
};

/** `context` holds the condition keys of the request, such as `s3:prefix`. */
export type Question = { action: string; resource: string; context?: Record<string, string> };

const OneOrMany = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const ConditionKeys = z.strictObject({ 's3:prefix': OneOrMany.optional() });
// Strict on purpose: a NotAction or a condition that is not understood here must not be read as something wider.
const Document = z.object({
  Statement: z.array(
    z.strictObject({
      Sid: z.string().optional(),
      Effect: z.enum(['Allow', 'Deny']),
      Action: OneOrMany,
      Resource: OneOrMany,
      Condition: z
        .strictObject({ StringEquals: ConditionKeys.optional(), StringLike: ConditionKeys.optional() })
        .default({}),
    }),
  ),
});

/** Reads a resolved policy document. Throws on any element or condition this stack does not enforce. */
export const parsePolicy = (document: unknown): Statement[] =>
  Document.parse(document).Statement.map(({ Effect, Action, Resource, Condition }) => ({
    effect: Effect,
    actions: Action,
    resources: Resource,
    conditions: [
      ...patternsOf(Condition.StringEquals, escapeWildcards),
      ...patternsOf(Condition.StringLike, (text) => text),
    ],
  }));

const patternsOf = (
  keys: z.infer<typeof ConditionKeys> | undefined,
  toPattern: (text: string) => string,
): Statement['conditions'] =>
  Object.entries(keys ?? {}).map(([key, values = []]) => ({ key, patterns: values.map(toPattern) }));

/** As IAM decides: one matching Deny refuses; otherwise one matching Allow is needed. */
export const isAllowed = (statements: readonly Statement[], question: Question): boolean => {
  const matching = statements.filter((statement) => matches(statement, question));
  return matching.length > 0 && matching.every(({ effect }) => effect === 'Allow');
};

const matches = ({ actions, resources, conditions }: Statement, question: Question): boolean =>
  actions.some((pattern) => matchesPattern(pattern.toLowerCase(), question.action.toLowerCase())) &&
  resources.some((pattern) => matchesPattern(pattern, question.resource)) &&
  conditions.every(({ key, patterns }) => {
    const value = question.context?.[key];
    return value !== undefined && patterns.some((pattern) => matchesPattern(pattern, value));
  });

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

const escapeWildcards = (text: string): string =>
  text.replaceAll(/[*?$]/g, (character) => `\${${character}}`);
