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

const nowhere: Readonly<Record<number, string>> = { 404: 'NotFound', 501: 'Planned' };

/** The place of this response in the document, or undefined. */
const placeOf = ({ method, path, status }: Seen): Place | undefined => {
  const template = templates.find((one) => methodsOf([`ANY ${one}`], path).length > 0);
  const response = nowhere[status];
  if (template === undefined)
    return response === undefined ? undefined : ['components', 'responses', response];
  if (wholeDocument.paths[template][method.toLowerCase()] === undefined) {
    return status === 405 ? ['components', 'responses', 'MethodNotAllowed'] : undefined;
  }
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

const bodyFaults = ({ headers, text }: Seen, documented: any, place: Place): string[] => {
  if (documented.content === undefined) return text === '' ? [] : ['there is a body'];
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (documented.content[type] === undefined) return [`the content type ${type} is not documented`];
  const value = type === 'application/json' ? JSON.parse(text) : text;
  const fault = violation(value, ...place, 'content', type, 'schema');
  if (fault !== undefined) return [fault];
  const types: string[] | undefined = documented['x-error-types'];
  if (types === undefined) return [];
  const { type: errorType, request_id: requestId } = value.error;
  return [
    ...(types.includes(errorType) ? [] : [`the error type ${errorType} is not documented`]),
    ...(requestId === headers.get('x-request-id') ? [] : ['request_id and X-Request-Id differ']),
  ];
};

/** The differences between a response and the OpenAPI document. */
export const undocumented = (seen: Seen): string[] => {
  const { method, path, status, headers, text } = seen;
  if (method === 'OPTIONS' && status === 204) {
    const allowed = [...methodsOf(routes, path), ...(isPublished(path) ? ['HEAD'] : []), 'OPTIONS'].join(
      ', ',
    );
    return headers.get('allow') === allowed && text === '' ? [] : ['OPTIONS lists other methods'];
  }
  // The response to HEAD has the same headers as the response to GET.
  const place = placeOf(method === 'HEAD' && isPublished(path) ? { ...seen, method: 'GET' } : seen);
  const documented = place && at(place);
  if (place === undefined || documented === undefined) return ['this status is not documented'];
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
