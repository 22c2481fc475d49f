import fc from 'fast-check';
import { apiDocument, wholeDocument } from './api-document.ts';
import { isPublished } from './documented.ts';
import { malformedBodies, malformedQueries } from './malformed.ts';
import type { Sent } from './send.ts';

/** A request that must be refused. It is sent with a key unless it has its own Authorization. */
export type Malformed = Sent & { readonly why: string };

type Operation = { readonly path: string; readonly method: string; readonly operation: any };
const operationsOf = (document: any): Operation[] =>
  Object.entries<any>(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
/** Operations that need authentication. */
const guarded = (all: readonly Operation[]) =>
  all.filter(({ operation }) => operation.responses['401'] !== undefined);
const bodied = (all: readonly Operation[]) =>
  guarded(all).filter(({ operation }) => operation.requestBody?.content['application/json'] !== undefined);
export const creating = bodied(operationsOf(apiDocument));

export const json = { 'content-type': 'application/json' };
export const exampleOf = ({ operation }: Operation): string =>
  JSON.stringify(Object.values<any>(operation.requestBody.content)[0].example);
const filled = (path: string): string => path.replaceAll(/\{\w+\}/g, `ofq_${'a'.repeat(26)}`);
export const base = ({ path, method }: Operation) => ({ method: method.toUpperCase(), path: filled(path) });

const any = <T>(operations: readonly Operation[], arbitrary: (one: Operation) => fc.Arbitrary<T>) =>
  fc.constantFrom(...operations).chain(arbitrary);

const bodies = (all: readonly Operation[]) =>
  any(bodied(all), (one) =>
    malformedBodies(one.path, one.method).map((body): Malformed => {
      return { why: 'a body against its schema', ...base(one), headers: json, body: JSON.stringify(body) };
    }),
  );

const notJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
};
const garbled = (all: readonly Operation[]) =>
  any(bodied(all), (one) => {
    const example = exampleOf(one);
    return fc
      .oneof(
        fc.nat({ max: example.length - 1 }).map((length) => example.slice(0, length)),
        fc
          .tuple(fc.nat({ max: example.length }), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }))
          .map(([at, noise]) => example.slice(0, at) + noise + example.slice(at)),
        fc.string({ unit: 'binary' }),
      )
      .filter(notJson)
      .map((body): Malformed => ({ why: 'a body that is not JSON', ...base(one), headers: json, body }));
  });

const bytes = (all: readonly Operation[]) =>
  any(bodied(all), (one) =>
    fc.uint8Array({ minLength: 1, maxLength: 64 }).map((noise): Malformed => {
      const body = Buffer.concat([Buffer.from([0xff]), noise]);
      return { why: 'a body that is not UTF-8', ...base(one), headers: json, body };
    }),
  );

const queries = (all: readonly Operation[]) =>
  any(guarded(all), (one) =>
    malformedQueries(one.path, one.method).map((query): Malformed => {
      const body = one.operation.requestBody && { headers: json, body: exampleOf(one) };
      const { method, path } = base(one);
      return { why: 'a query against its schema', method, path: `${path}?${query}`, ...body };
    }),
  );

const latin1 = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code < 0x7f || code > 0x9f);
const headerText = (lengths: { minLength?: number; maxLength: number }) =>
  fc.array(latin1, lengths).map((codes) => String.fromCodePoint(...codes).trim());
const isKey = new RegExp(apiDocument.components.parameters.IdempotencyKey.schema.pattern);
const takesKey = ({ operation }: Operation): boolean =>
  operation.parameters?.some(({ $ref = '' }: any) => $ref.endsWith('/IdempotencyKey')) ?? false;
const idempotencyKeys = (all: readonly Operation[]) =>
  any(bodied(all).filter(takesKey), (one) =>
    fc
      .oneof(
        headerText({ maxLength: 20 }),
        headerText({ minLength: 250, maxLength: 270 }),
        fc.constantFrom(
          '',
          'x'.repeat(15),
          'x'.repeat(256),
          `${'x'.repeat(20)}\t`,
          `${'x'.repeat(8)}\t${'x'.repeat(8)}`,
        ),
      )
      .filter((key) => !isKey.test(key.trim()))
      .map((key): Malformed => {
        const headers = { ...json, 'idempotency-key': key };
        return { why: 'an Idempotency-Key against its schema', ...base(one), headers, body: exampleOf(one) };
      }),
  );

const authorizations = (all: readonly Operation[]) =>
  any(guarded(all), (one) =>
    fc
      .oneof(
        headerText({ maxLength: 80 }),
        headerText({ maxLength: 80 }).map((text) => `Bearer ${text}`),
        fc.constantFrom(
          'Bearer',
          'Basic eDp5',
          `Bearer es_live_${'0'.repeat(16)}_${'0'.repeat(38)}`,
          'bearer null',
        ),
      )
      .map((authorization): Malformed => ({
        why: 'a bad API key',
        ...base(one),
        headers: { authorization },
      })),
  );

const contentTypes = (all: readonly Operation[]) =>
  any(bodied(all), (one) =>
    fc
      .oneof(
        headerText({ maxLength: 30 }),
        fc.constantFrom(
          'text/plain',
          'text/json',
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
        ),
        fc.constantFrom(
          'application/json-patch+json',
          'application/problem+json',
          'application/xml',
          'image/png',
          '*/*',
        ),
      )
      .filter((type) => type.split(';')[0]?.trim().toLowerCase() !== 'application/json')
      .map((type): Malformed => {
        return {
          why: 'a body of another type',
          ...base(one),
          headers: { 'content-type': type },
          body: exampleOf(one),
        };
      }),
  );

const methods = (all: readonly Operation[]) =>
  any(all, ({ path }) =>
    fc
      .constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY')
      .filter((method) => wholeDocument.paths[path][method.toLowerCase()] === undefined)
      .filter((method) => method !== 'HEAD' || !isPublished(path))
      .map((method): Malformed => ({ why: 'a method that is not possible', method, path: filled(path) })),
  );

const ids = (all: readonly Operation[]) =>
  any(
    guarded(all).filter(({ path }) => path.includes('{')),
    (one) =>
      fc
        .oneof(
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).map(encodeURIComponent),
          fc.constantFrom(
            '..',
            '.',
            '%',
            '%zz',
            '%00',
            '%2e%2e%2f',
            'null',
            'undefined',
            '%F0%9F%98%80',
            '*',
            '{id}',
          ),
          fc
            .nat({ max: 3_000 })
            .map((length) => `ofq_${'a'.repeat(length)}`)
            .filter((id) => id.length !== 30),
        )
        .map((id): Malformed => {
          return {
            why: 'an invalid id',
            method: base(one).method,
            path: one.path.replace(/\{\w+\}/, id),
          };
        }),
  );

const paths = fc
  .array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 5 })
  .map((parts): Malformed => {
    return {
      why: 'an unknown path',
      method: 'GET',
      path: `/v1/${parts.map(encodeURIComponent).join('/')}`,
    };
  })
  .filter(({ path }) => apiDocument.paths[path] === undefined && !path.startsWith('/v1/transcriptions/'));

const sizes = (all: readonly Operation[]) =>
  any(bodied(all), (one) =>
    fc.integer({ min: 1_000_001, max: 5_000_000 }).map((length): Malformed => {
      const body = JSON.stringify({ filename: 'x'.repeat(length) });
      return { why: 'a body over the limit', ...base(one), headers: json, body };
    }),
  );

/** Requests that violate the OpenAPI document. */
const against = (all: readonly Operation[]): fc.Arbitrary<Malformed> =>
  fc.oneof(
    { weight: 100, arbitrary: bodies(all) },
    { weight: 20, arbitrary: garbled(all) },
    { weight: 5, arbitrary: bytes(all) },
    { weight: 25, arbitrary: queries(all) },
    { weight: 15, arbitrary: idempotencyKeys(all) },
    { weight: 15, arbitrary: authorizations(all) },
    { weight: 10, arbitrary: contentTypes(all) },
    { weight: 10, arbitrary: methods(all) },
    { weight: 15, arbitrary: ids(all) },
    { weight: 5, arbitrary: paths },
    { weight: 1, arbitrary: sizes(all) },
  );

export const malformedRequests = against(operationsOf(apiDocument));
/** Malformed requests to the console's routes. */
export const malformedVisits = against(
  operationsOf(wholeDocument).filter(({ path }) => path.startsWith('/api/platform/')),
);
