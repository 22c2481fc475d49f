import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';

export type CorsRule = {
  origins: readonly string[];
  methods: readonly string[];
  headers: readonly string[];
  exposeHeaders: readonly string[];
  maxAgeSeconds: number;
};

type Wish = { origin: string; method: string; headers: readonly string[] };

/** The first rule that grants the whole wish, as S3 chooses it. */
export const matchingRule = (rules: readonly CorsRule[], wish: Wish): CorsRule | undefined =>
  rules.find(
    (rule) =>
      rule.methods.includes(wish.method) &&
      rule.origins.some((pattern) => matches(pattern, wish.origin)) &&
      wish.headers.every((name) => rule.headers.some((pattern) => matches(pattern.toLowerCase(), name))),
  );

/** Headers for the answer to an actual request; none when no rule fits, so that a browser hides the answer. */
export const corsHeaders = (
  rules: readonly CorsRule[],
  method: string,
  headers: IncomingHttpHeaders,
): Record<string, string> => {
  if (headers.origin === undefined) return {};
  const wish = { origin: headers.origin, method, headers: [] };
  const rule = matchingRule(rules, wish);
  return rule === undefined ? {} : granted(rule, wish);
};

/** Headers for the answer to a preflight. @throws AccessForbidden when no rule fits, BadRequest when it is none */
export const preflightHeaders = (
  rules: readonly CorsRule[],
  headers: IncomingHttpHeaders,
): Record<string, string> => {
  const method = headers['access-control-request-method'];
  if (headers.origin === undefined || method === undefined) {
    throw new S3Error('BadRequest', 'A preflight needs Origin and Access-Control-Request-Method.');
  }
  const names = headers['access-control-request-headers']?.toLowerCase().split(',') ?? [];
  const wish = { origin: headers.origin, method, headers: names.map((name) => name.trim()).filter(Boolean) };
  const rule = matchingRule(rules, wish);
  if (rule === undefined)
    throw new S3Error('AccessForbidden', 'CORSResponse: no rule of the bucket allows this.');
  return {
    ...granted(rule, wish),
    ...(wish.headers.length > 0 && { 'access-control-allow-headers': wish.headers.join(', ') }),
    'access-control-max-age': String(rule.maxAgeSeconds),
  };
};

const granted = (rule: CorsRule, { origin }: Wish): Record<string, string> => ({
  ...(rule.origins.includes('*')
    ? { 'access-control-allow-origin': '*' }
    : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }),
  'access-control-allow-methods': rule.methods.join(', '),
  ...(rule.exposeHeaders.length > 0 && { 'access-control-expose-headers': rule.exposeHeaders.join(', ') }),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});

// A pattern has at most one asterisk.
const matches = (pattern: string, text: string): boolean => {
  const [before = '', after] = pattern.split('*');
  if (after === undefined) return pattern === text;
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
};
