import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';

export type CorsRule = {
  origins: readonly string[];
  methods: readonly string[];
  headers: readonly string[];
  exposeHeaders: readonly string[];
  maxAgeSeconds: number;
};

type Wish = { origin: string | undefined; method: string | undefined; headers: readonly string[] };

/** The first rule that grants the whole wish. Origins and header names of a rule may have one asterisk. */
export const matchingRule = (
  rules: readonly CorsRule[],
  { origin, method, headers }: Wish,
): CorsRule | undefined =>
  rules.find(
    (rule) =>
      method !== undefined &&
      rule.methods.includes(method) &&
      rule.origins.some((pattern) => matches(pattern, origin)) &&
      headers.every((name) => rule.headers.some((pattern) => matches(pattern.toLowerCase(), name))),
  );

/** Headers for the answer to a request; none when no rule fits it, so that the browser hides the answer from the page. */
export const corsHeaders = (
  rules: readonly CorsRule[],
  method: string,
  { origin }: IncomingHttpHeaders,
): Record<string, string> => {
  const rule = matchingRule(rules, { origin, method, headers: [] });
  return rule === undefined ? {} : granted(rule, origin);
};

/** Headers for the answer to a preflight. @throws AccessForbidden when no rule fits it */
export const preflightHeaders = (
  rules: readonly CorsRule[],
  { origin, ...headers }: IncomingHttpHeaders,
): Record<string, string> => {
  const method = headers['access-control-request-method'];
  const names = (headers['access-control-request-headers'] ?? '')
    .toLowerCase()
    .split(/[,\s]+/)
    .filter(Boolean);
  const rule = matchingRule(rules, { origin, method, headers: names });
  if (rule === undefined)
    throw new S3Error('403 AccessForbidden', 'CORSResponse: no rule of the bucket allows this.');
  return {
    ...granted(rule, origin),
    ...(names.length > 0 && { 'access-control-allow-headers': names.join(', ') }),
    'access-control-max-age': String(rule.maxAgeSeconds),
  };
};

const granted = (rule: CorsRule, origin = ''): Record<string, string> => ({
  ...(rule.origins.includes('*')
    ? { 'access-control-allow-origin': '*' }
    : { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' }),
  'access-control-allow-methods': rule.methods.join(', '),
  ...(rule.exposeHeaders.length > 0 && { 'access-control-expose-headers': rule.exposeHeaders.join(', ') }),
  vary: 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method',
});

const matches = (pattern: string, text: string | undefined): boolean => {
  const [before = '', after] = pattern.split('*');
  if (text === undefined || after === undefined) return pattern === text;
  return text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after);
};
