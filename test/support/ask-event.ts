import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { contracts } from '#functions/contracts.ts';
import type { Route } from '#functions/routes.ts';
import { httpEvent } from './http-event.ts';

/** The caller: an API key, or a session cookie. */
type Who = { readonly key: string } | { readonly cookie: string };

export type Ask = {
  readonly as?: Who;
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** "request-7" if undefined. */
  readonly requestId?: string;
  /** The time left to the function; 30 s if undefined. */
  readonly remainingMs?: number;
};

/** Encodes a body as the route's contract requires: a form, or JSON. A text is sent unchanged. */
const sentAs = async (route: Route, body: unknown) => {
  if (body === undefined) return {};
  if (typeof body === 'string') return { body };
  if (contracts[route].body?.mediaType !== 'multipart/form-data') return { body: JSON.stringify(body) };
  const form = new FormData();
  for (const [name, value] of Object.entries(Object(body))) {
    const all: readonly unknown[] = Array.isArray(value) ? value : [value];
    for (const one of all) form.append(name, one instanceof File ? one : String(one));
  }
  const request = new Response(form);
  const type = request.headers.get('content-type') ?? '';
  return { body: await request.bytes(), headers: { 'content-type': type } };
};

/** The event of a request. */
export const eventOf = async (
  route: Route,
  { as, params = {}, query, body, headers = {}, requestId = 'request-7' }: Ask,
): Promise<APIGatewayProxyEventV2> => {
  const sent = await sentAs(route, body);
  const template = route.split(' ')[1] ?? '';
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const given = Object.fromEntries(names.map((name) => [name, params[name] ?? 'x']));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name] ?? 'x');
  const event = httpEvent({
    route,
    path,
    ...(names.length > 0 && { params: given }),
    ...(query && { query }),
    headers: {
      ...(as && 'key' in as && { authorization: `Bearer ${as.key}` }),
      ...(as && 'cookie' in as && { 'sec-fetch-site': 'same-origin' }),
      ...sent.headers,
      ...headers,
    },
    ...(sent.body !== undefined && { body: sent.body }),
    requestId,
  });
  return as && 'cookie' in as ? { ...event, cookies: [as.cookie] } : event;
};
