import { ErrorObject } from '#lib/platform/http/error-object.ts';
import {
  idempotencyKeyMax,
  idempotencyKeyMin,
  idempotencyKeyPattern,
} from '#lib/platform/http/idempotency-key.ts';
import { unmatchedResponses } from './error-responses.ts';
import { headers } from './headers.ts';
import { operationObject } from './operation-object.ts';
import type { Operation } from './operation.ts';
import { collectSchemas, type Json } from './schemas.ts';

const description = `
Speech transcription. Ask for an upload grant, POST the audio straight to the object store, queue a transcription, poll it.

- Every answer has \`X-Request-Id\`. Every error is one object, described at [/v1/errors](/v1/errors).
- What is not known yet is \`null\`, never absent. Fields may be added to answers at any time: pass over those you do not
  know. Unknown fields and query parameters of a request are refused.
- A body is JSON in UTF-8, and no object in it has a key twice. U+FFFD, which decoders put where a character was lost, is
  refused in \`context\` and \`custom_vocabulary\`.
- A path that does not exist is answered 404, a method that is not possible there 405 with \`Allow\`; \`OPTIONS\` tells the
  methods. Only what the gateway in front answers by itself (a flood, a body over its limit, a function
  that could not finish) is \`{"message"}\`, without X-Request-Id.
- \`x-capability\` says what is \`available\`, in \`preview\` or \`planned\`. What is planned is refused as
  \`capability_unavailable\`.
`.trim();

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes it safe to send the request again: the same key with the same body is answered as the first time, and creates nothing.',
  schema: {
    type: 'string',
    minLength: idempotencyKeyMin,
    maxLength: idempotencyKeyMax,
    pattern: idempotencyKeyPattern.source,
  },
};

/** Operations under the paths they share, in the order in which they came. */
const pathsOf = (operations: readonly Operation[], toObject: (operation: Operation) => Json): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = toObject(operation);
  }
  return paths;
};

/** The OpenAPI 3.1 document of the API. */
export const openApiDocument = (operations: readonly Operation[]) => {
  const schemas = collectSchemas();
  schemas.answered(ErrorObject);
  const paths = pathsOf(operations, (operation) => operationObject(operation, schemas));
  return {
    openapi: '3.1.1' as const,
    info: { title: 'Earshot', version: '1', description },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ contract }) => contract.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of a project. Keep it on your server: browsers get upload grants only.',
        },
      },
      parameters: { IdempotencyKey: idempotencyKey },
      headers,
      responses: unmatchedResponses,
      schemas: schemas.named(),
    },
  };
};
