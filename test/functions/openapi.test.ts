import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { contracts, operations } from '#functions/contracts.ts';
import { routes } from '#functions/routes.ts';
import { errorTypes } from '#lib/platform/errors.ts';
import { apiDocument, optionalFields, resolved, violation, wholeDocument } from '../support/api-document.ts';

type DocumentedRoute = [route: string, operation: any, path: string, method: string];
const routesIn = (document: any): DocumentedRoute[] =>
  Object.entries<any>(document.paths).flatMap(([path, item]) =>
    Object.entries<any>(item).map(([method, operation]): DocumentedRoute => [
      `${method.toUpperCase()} ${path}`,
      operation,
      path,
      method,
    ]),
  );
const documented = routesIn(apiDocument);
/** Also the routes of the console. */
const all = routesIn(wholeDocument);

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(apiDocument));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test('the OpenAPI document has every route, with its capability and whether it needs a key', () => {
  expect(documented.map(([route]) => route).toSorted()).toEqual(
    Object.keys(routes)
      .filter((route) => !route.includes('/api/platform/'))
      .toSorted(),
  );
  for (const { method, path, capability, audience } of operations) {
    const operation = apiDocument.paths[path][method.toLowerCase()];
    expect(operation['x-capability']).toBe(capability);
    expect(operation.security).toEqual(audience === 'public' ? [] : undefined);
  }
});

test('every operation has an id, a tag, a summary and a description of its own', () => {
  const ids = Object.values(contracts).map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { tag, summary, description } of Object.values(contracts)) {
    expect([tag, summary, description].every((text) => text.length > 3)).toBe(true);
  }
});

test('what an operation creates is linked with the operations that take its id', () => {
  const linked = documented.flatMap(([route, { responses }]) =>
    Object.values<any>(responses).flatMap(({ links }) => (links ? [[route, links]] : [])),
  );
  const byId = (parameter: string, ...ids: string[]) =>
    Object.fromEntries(
      ids.map((operationId) => [
        operationId,
        { operationId, parameters: { [parameter]: '$response.body#/id' } },
      ]),
    );
  expect(Object.fromEntries(linked)).toEqual({
    'POST /v1/transcriptions': byId(
      'transcription_id',
      ...['getTranscription', 'deleteTranscription', 'getTranscript', 'retryTranscription'],
      ...['listTranscriptionDeliveries', 'getTranscriptionLedger'],
    ),
    'POST /v1/files': byId('file_id', 'getFile', 'deleteFile'),
    'POST /v1/realtime/sessions': byId(
      'session_id',
      ...['getRealtimeSession', 'deleteRealtimeSession', 'listRealtimeEvents'],
    ),
    'POST /v1/webhooks': byId(
      'webhook_id',
      ...['getWebhook', 'changeWebhook', 'deleteWebhook', 'rotateWebhookSecret'],
      ...['testWebhook', 'listWebhookDeliveries', 'redeliverFailedWebhookDeliveries'],
    ),
  });
});

test('every tag of the document has a description', () => {
  for (const { name, description } of apiDocument.tags)
    expect([name, description]).toEqual([name, expect.any(String)]);
});

test('no schema is a bare true or false but that of further fields, as generators of clients fail on it', () => {
  const bare = (node: any, path: string): string[] => {
    if (node === null || typeof node !== 'object') return [];
    const schemas = Object.entries<any>(node.properties ?? {}).filter(([, one]) => typeof one === 'boolean');
    return [
      ...schemas.map(([name]) => `${path}/${name}`),
      ...Object.entries(node).flatMap(([key, value]) => bare(value, `${path}/${key}`)),
    ];
  };
  expect(bare(apiDocument.components.schemas, '')).toEqual([]);
});

/** All schemas that are fields of objects. */
const fieldsOf = (node: any): [string, any][] =>
  node === null || typeof node !== 'object'
    ? []
    : [...Object.entries<any>(node.properties ?? {}), ...Object.values(node).flatMap(fieldsOf)];

test('no field can only be null, as openapi-generator fails on it', () => {
  const fields = fieldsOf(apiDocument.components.schemas);
  expect(fields.filter(([, { type }]) => type === 'null')).toEqual([]);
});

test('no date has a pattern beside its format, as openapi-generator writes Python for it that does not run', () => {
  const text = JSON.stringify(apiDocument, (_, value) =>
    ['date', 'date-time'].includes(value?.format) && value.pattern ? 'with a pattern' : value,
  );
  expect(text).not.toContain('with a pattern');
});

test('each kind of a new transcription has all options, as generators make a type of it alone', () => {
  const { properties, oneOf } = apiDocument.components.schemas['NewTranscription'];
  const sources = oneOf.map(({ required: [source] }: any) => source);
  for (const branch of oneOf) {
    const others = sources.filter((source: string) => source !== branch.required[0]);
    expect(Object.keys(branch.properties).concat(others).toSorted()).toEqual(
      Object.keys(properties).toSorted(),
    );
  }
});

test('every field that a JSON body may lack may also be null, as typed clients send it', () => {
  const nullable = all.filter(([, { requestBody }]) => requestBody?.content['application/json']);
  expect(nullable.length).toBeGreaterThan(10);
  const refused = nullable.flatMap(([route, { requestBody }, path, method]) => {
    const { example } = requestBody.content['application/json'];
    const nulls = Object.fromEntries(optionalFields(path, method).map((name) => [name, null]));
    const place = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'];
    return violation({ ...nulls, ...example }, ...place) ? [route] : [];
  });
  expect(refused).toEqual([]);
});

test('the OpenAPI document has exactly the path parameters of each route', () => {
  for (const [, { parameters = [] }, path] of all) {
    const inPath = parameters.filter((one: any) => one.in === 'path').map((one: any) => one.name);
    expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  }
});

test('every schema of a body is a named component', () => {
  const inline = all.flatMap(([route, { requestBody, responses }]) =>
    [requestBody, ...Object.values<any>(responses)]
      .map((one) => one?.content?.['application/json']?.schema)
      .filter((schema) => schema !== undefined && schema.$ref === undefined)
      .map(() => route),
  );
  expect(inline).toEqual([]);
});

test('every error type is described under some status, but that of methods that no operation has', () => {
  const answers = documented.flatMap(([, { responses }]) => Object.values<any>(responses));
  const described = new Set(answers.flatMap((answer) => answer['x-error-types'] ?? []));
  expect(described).toEqual(new Set(errorTypes.filter((type) => type !== 'method_not_allowed')));
});

describe.each(all)('%s', (route, operation, path, method) => {
  test(`the examples of ${route} match its schemas`, () => {
    const { requestBody, responses } = operation;
    const base = ['paths', path, method];
    for (const [type, { example }] of Object.entries<any>(requestBody?.content ?? {})) {
      expect(violation(example, ...base, 'requestBody', 'content', type, 'schema')).toBeUndefined();
    }
    for (const [status, answer] of Object.entries<any>(responses)) {
      for (const [type, { example, examples = {} }] of Object.entries<any>(answer.content ?? {})) {
        const values = [example, ...Object.values<any>(examples).map(({ value }) => value)];
        for (const one of values.filter((value) => value !== undefined)) {
          expect(
            violation(one, ...base, 'responses', status, 'content', type, 'schema'),
            `${status} ${type}`,
          ).toBeUndefined();
        }
      }
    }
  });

  test(`the examples and defaults of the parameters of ${route} are valid`, () => {
    for (const [at, parameter] of (operation.parameters ?? []).entries()) {
      const { schema } = resolved(parameter);
      const place =
        parameter.$ref === undefined
          ? ['paths', path, method, 'parameters', String(at), 'schema']
          : ['components', 'parameters', 'IdempotencyKey', 'schema'];
      for (const value of [...(schema.examples ?? []), schema.default].filter((one) => one !== undefined)) {
        expect(violation(value, ...place)).toBeUndefined();
      }
    }
  });
});

test('no component is unused, as linters complain and generators write code for it', () => {
  const used = new Set(JSON.stringify(apiDocument).match(/(?<="\$ref":"#\/components\/)[^"]+/g));
  const { securitySchemes: _schemes, ...components } = apiDocument.components;
  const unused = Object.entries(components).flatMap(([kind, named]) =>
    Object.keys(Object(named))
      .map((name) => `${kind}/${name}`)
      .filter((name) => !used.has(name)),
  );
  expect(unused).toEqual([]);
});

test('only whole numbers have fixed values, as openapi-generator writes Java for others that does not compile', () => {
  const fixed = fieldsOf(apiDocument.components.schemas).flatMap(([name, field]) =>
    [field, ...(field.anyOf ?? [])].some(
      ({ type, ...one }) => type === 'number' && ('const' in one || 'enum' in one),
    )
      ? [name]
      : [],
  );
  expect(fixed).toEqual([]);
});
