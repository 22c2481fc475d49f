import { methodsOf } from '#lib/platform/http/route-match.ts';
import { wholeDocument, resolved, violation } from './api-document.ts';

/** A response with its request. */
export type Seen = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

const templates = Object.keys(wholeDocument.paths);
const routes = templates.flatMap((path) =>
  Object.keys(wholeDocument.paths[path]).map((method) => `${method.toUpperCase()} ${path}`),
);

export const isPublished = (path: string): boolean =>
  wholeDocument.paths[path]?.get?.security?.length === 0 && path.startsWith('/v1/');

type Place = readonly string[];

const templateOf = (path: string): string | undefined =>
  templates.find((one) => methodsOf([`ANY ${one}`], path).length > 0);

/** The place of this response in the document, or undefined. */
const placeOf = ({ method, path, status }: Seen): Place | undefined => {
  const template = templateOf(path);
  if (template === undefined || !(method.toLowerCase() in wholeDocument.paths[template])) return undefined;
  return ['paths', template, method.toLowerCase(), 'responses', String(status)];
};

const at = (place: Place): any => place.reduce((node, part) => node?.[part], wholeDocument);

const headerFaults = (headers: Headers, documented: any, place: Place): string[] =>
  Object.keys(documented.headers ?? {}).flatMap((name) => {
    const header = resolved(documented.headers[name]);
    const value = headers.get(name);
    if (value === null) return header.required ? [`the header ${name} is missing`] : [];
    const fault =
      documented.headers[name].$ref === undefined
        ? violation(value, ...place, 'headers', name, 'schema')
        : violation(value, 'components', 'headers', name, 'schema');
    return fault === undefined ? [] : [`the header ${name}: ${fault}`];
  });

/** Headers that are only allowed if the document lists them for this response. */
const telling = [
  'idempotent-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'allow',
  'etag',
  'location',
  'content-disposition',
  'x-transcription-id',
];

const undocumentedHeaders = (headers: Headers, documented: any): string[] => {
  const names = new Set(Object.keys(documented.headers ?? {}).map((name) => name.toLowerCase()));
  return telling
    .filter((name) => headers.has(name) && !names.has(name))
    .map((name) => `the header ${name} is not documented`);
};

const errorFaults = (value: any, types: readonly string[], headers: Headers): string[] => {
  const { type, request_id: requestId } = value.error;
  return [
    ...(types.includes(type) ? [] : [`the error type ${type} is not documented`]),
    ...(requestId === headers.get('x-request-id') ? [] : ['request_id and X-Request-Id differ']),
  ];
};

const bodyFaults = ({ headers, text }: Seen, documented: any, place: Place): string[] => {
  if (documented.content === undefined) return text === '' ? [] : ['there is a body'];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (documented.content[type] === undefined) return [`the content type ${type} is not documented`];
  const value = type === 'application/json' ? JSON.parse(text) : text;
  const fault = violation(value, ...place, 'content', type, 'schema');
  if (fault !== undefined) return [fault];
  const types: string[] | undefined = documented['x-error-types'];
  return types === undefined ? [] : errorFaults(value, types, headers);
};

const allowedAt = (path: string): string =>
  [...methodsOf(routes, path), ...(isPublished(path) ? ['HEAD'] : []), 'OPTIONS'].join(', ');

/** The error types of requests that match no operation. */
const unmatched: Readonly<Record<number, string>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  501: 'capability_unavailable',
};

const unmatchedFaults = ({ method, path, status, headers, text }: Seen): string[] => {
  const type = unmatched[status];
  const isPath = templateOf(path) !== undefined;
  if (type === undefined || isPath !== (status === 405)) return ['this status is not documented'];
  if (headers.get('allow') !== (isPath ? allowedAt(path) : null)) return ['Allow lists other methods'];
  if (method === 'HEAD') return [];
  const value = JSON.parse(text);
  const fault = violation(value, 'components', 'schemas', 'ApiError');
  return fault === undefined ? errorFaults(value, [type], headers) : [fault];
};

/** The differences between a response and the OpenAPI document. */
export const undocumented = (seen: Seen): string[] => {
  const { method, path, status, headers, text } = seen;
  if (method === 'OPTIONS' && status === 204)
    return headers.get('allow') === allowedAt(path) && text === '' ? [] : ['OPTIONS lists other methods'];
  // The response to HEAD has the same headers as the response to GET.
  const place = placeOf(method === 'HEAD' && isPublished(path) ? { ...seen, method: 'GET' } : seen);
  if (place === undefined) return unmatchedFaults(seen);
  const documented = at(place);
  if (documented === undefined) return ['this status is not documented'];
  // The response to HEAD has no body.
  const body = method === 'HEAD' ? [] : bodyFaults(seen, documented, place);
  return [...headerFaults(headers, documented, place), ...undocumentedHeaders(headers, documented), ...body];
};

/** Throws if a response differs from the OpenAPI document. */
export const assertDocumented = (seen: Seen): void => {
  const faults = undocumented(seen);
  if (faults.length === 0) return;
  const { method, path, status, text } = seen;
  throw new Error(
    `${method} ${path} was answered ${status}, which is not as documented: ${faults.join('; ')}\n${text.slice(0, 2_000)}`,
  );
};
