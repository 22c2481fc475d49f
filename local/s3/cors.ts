import type { IncomingHttpHeaders } from 'node:http';
import { S3Error } from './errors.ts';

export type CorsRule = {
  readonly origins: readonly string[];
  readonly methods: readonly string[];
  readonly headers: readonly string[];
  readonly exposeHeaders: readonly string[];
  readonly maxAgeSeconds: number;
};

type CorsRequest = {
  readonly origin: string | undefined;
  readonly method: string | undefined;
  readonly headers: readonly string[];
};

/** The first rule that allows the request. Origins and header names of a rule may contain one asterisk. */
export const matchingRule = (
  rules: readonly CorsRule[],
  { origin, method, headers }: CorsRequest,
): CorsRule | undefined =>
  rules.find(
    (rule) =>
      method !== undefined &&
      rule.methods.includes(method) &&
      rule.origins.some((pattern) => matches(pattern, origin)) &&
      headers.every((name) => rule.headers.some((pattern) => matches(pattern.toLowerCase(), name))),
  );

/** Headers for the response to a request. None if no rule matches, so the browser hides the response from the page. */
export const corsHeaders = (
  rules: readonly CorsRule[],
  method: string,
  { origin }: IncomingHttpHeaders,
): Record<string, string> => {
  const rule = matchingRule(rules, { origin, method, headers: [] });
  return rule === undefined ? {} : granted(rule, origin);
};

/** Headers for the response to a preflight. Throws AccessForbidden if no rule matches. */
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
    throw new S3Error('403 AccessForbidden', 'CORSResponse: No rule of the bucket allows this request.');
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
