import { ErrorObject } from '#lib/platform/http/error-object.ts';
import {
  idempotencyKeyMax,
  idempotencyKeyMin,
  idempotencyKeyPattern,
} from '#lib/platform/http/idempotency-key.ts';
import { headers } from './headers.ts';
import { linksOf } from './links.ts';
import { operationObject } from './operation-object.ts';
import type { AnyContract } from '#lib/platform/http/contract.ts';
import type { Operation } from './operation.ts';
import { type DocumentedWebhook, webhooksOf } from './webhooks.ts';
import { collectSchemas, type Json } from './schemas.ts';

type Tag = AnyContract['tag'];

const description = `
Speech transcription. Create an upload grant, POST the audio directly to the object store, create a transcription, poll it.

- Every response has \`X-Request-Id\`. Every error is one object, described at [/v1/errors](/v1/errors).
- Fields whose value is not known are \`null\`, never absent. Responses may gain fields at any time: ignore fields that you do not know. Unknown fields and
 query parameters of a request are refused. A field of a request that may be left out may also be \`null\`, which means the same.
- A body is JSON in UTF-8, and no object in it repeats a key. The character U+FFFD, which decoders write in place of a lost character, is
 refused in \`context\` and \`custom_vocabulary\`.
- An unknown path gets 404, an unsupported method 405 with \`Allow\`; \`OPTIONS\` lists the methods. Some responses come from the gateway
 itself (after too many requests, a body over its limit, or a function that could not finish). Their body is only \`{"message"}\`, and they have no X-Request-Id.
- \`x-capability\` is \`available\`, \`preview\` or \`planned\`. Planned capabilities are refused as \`capability_unavailable\`.
`.trim();

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Makes retries safe: a request with the same key and the same body returns the first result and creates nothing.',
  schema: {
    type: 'string',
    minLength: idempotencyKeyMin,
    maxLength: idempotencyKeyMax,
    pattern: idempotencyKeyPattern.source,
  },
};

/** Groups operations by path, in their original order. */
const pathsOf = (operations: readonly Operation[], toObject: (operation: Operation) => Json): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const operation of operations) {
    const path = (paths[operation.path] ??= {});
    path[operation.method.toLowerCase()] = toObject(operation);
  }
  return paths;
};

const tagDescriptions: Readonly<Partial<Record<Tag, string>>> = {
  Uploads: 'Grants to post one file to the object store.',
  Transcriptions: 'Jobs that turn a recording into text.',
  Files: 'Uploads that any number of jobs can use for a day.',
  Webhooks: 'Signed events that are sent to your address, so that you need not poll.',
  'Realtime sessions': 'Text while a person speaks.',
  Usage: 'Usage, charges, and how requests were answered.',
  OpenAI: 'The audio routes of the OpenAI API, for its clients: set their base URL to `/v1` here.',
  Service: 'What the deployment offers. These routes need no key, and pages of every origin may read them.',
};

const tagObject = (name: Tag) => {
  const text = tagDescriptions[name];
  return { name, ...(text !== undefined && { description: text }) };
};

/** The OpenAPI 3.1 document of the API. */
export const openApiDocument = (operations: readonly Operation[], events: readonly DocumentedWebhook[]) => {
  const schemas = collectSchemas();
  schemas.response(ErrorObject);
  const paths = pathsOf(operations, (operation) =>
    operationObject(operation, schemas, linksOf(operation, operations)),
  );
  const webhooks = webhooksOf(events, schemas);
  return {
    openapi: '3.1.1' as const,
    info: {
      title: 'Earshot',
      version: '1',
      description,
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ contract }) => contract.tag))].map(tagObject),
    paths,
    webhooks,
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
      schemas: schemas.named(),
    },
  };
};
