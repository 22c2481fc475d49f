import * as z from 'zod';
import { type AnyContract, isCreation } from '#lib/platform/http/contract.ts';
import { errorResponses } from './error-responses.ts';
import { headerRefs } from './headers.ts';
import type { Operation } from './operation.ts';
import type { Json, Schemas } from './schemas.ts';

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })).default({}),
  required: z.array(z.string()).default([]),
});

/** The parameters described by an object schema. */
const parametersOf = (location: 'path' | 'query' | 'header', object: Json): Json[] => {
  const { properties, required } = ObjectSchema.parse(object);
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: location,
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
};

const descriptionOf = (content: AnyContract['success']['content']): string => {
  const [first] = Object.values(content);
  if (first === undefined) return 'Done.';
  return ('schema' in first && first.schema.description) || 'The file.';
};

/** Whether pages of every origin may read its answer. */
const isPublished = ({ audience, path }: Operation): boolean =>
  audience === 'public' && path.startsWith('/v1/');

const everyAnswer = (operation: Operation) =>
  isPublished(operation)
    ? (['X-Request-Id', 'X-Client-Request-Id', 'Access-Control-Allow-Origin'] as const)
    : operation.audience === 'public'
      ? (['X-Request-Id'] as const)
      : (['X-Request-Id', 'X-Client-Request-Id', 'RateLimit-Policy', 'RateLimit'] as const);

/** A public answer can be requested again with its ETag. */
const unchanged = (operation: Operation): Json =>
  !isPublished(operation)
    ? {}
    : {
        304: {
          description: 'The document that you have is current.',
          headers: headerRefs(...everyAnswer(operation), 'ETag'),
        },
      };

const success = (operation: Operation, schemas: Schemas, links: Json) => {
  const { contract } = operation;
  const { content, headers = [] } = contract.success;
  return {
    description: descriptionOf(content),
    headers: headerRefs(
      ...everyAnswer(operation),
      ...(isCreation(contract) ? (['Idempotent-Replayed'] as const) : []),
      ...(isPublished(operation) ? (['ETag'] as const) : []),
      ...(contract.location || contract.success.status === 302 ? (['Location'] as const) : []),
      ...headers,
    ),
    ...(Object.keys(content).length > 0 && {
      content: Object.fromEntries(
        Object.entries(content).map(([type, one]) => [
          type,
          {
            schema: 'schema' in one ? schemas.response(one.schema) : { type: 'string' },
            example: one.example,
          },
        ]),
      ),
    }),
    ...(Object.keys(links).length > 0 && { links }),
  };
};

/** The OpenAPI operation of a route. */
export const operationObject = (operation: Operation, schemas: Schemas, links: Json): Json => {
  const { audience, capability, contract } = operation;
  const { operationId, tag, summary, description, params, query, headers, body } = contract;
  const { nothing } = contract.success;
  const parameters = [
    ...parametersOf('path', schemas.request(params)),
    ...parametersOf('query', schemas.request(query)),
    ...(headers ? parametersOf('header', schemas.request(headers)) : []),
    ...(isCreation(contract) ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    'x-capability': capability,
    ...(audience !== 'api_key' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [body.mediaType ?? 'application/json']: {
            schema: (body.mediaType ? schemas.request : schemas.jsonBody)(body.schema),
            example: body.example,
          },
        },
      },
    }),
    responses: {
      [contract.success.status]: success(operation, schemas, links),
      ...(nothing !== undefined && {
        204: { description: nothing, headers: headerRefs(...everyAnswer(operation)) },
      }),
      ...unchanged(operation),
      ...errorResponses(operation),
    },
  };
};
