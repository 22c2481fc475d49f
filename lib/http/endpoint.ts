import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type * as z from 'zod';
import type { Authenticate } from '#lib/auth/authenticate.ts';
import type { Caller } from '#lib/auth/caller.ts';
import { fingerprint } from '#lib/canonical-json.ts';
import { AppError } from '#lib/errors.ts';
import { log } from '#lib/log.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { jsonBody } from './json-body.ts';
import { errorReply, type Reply } from './reply.ts';
import { parseRequest } from './validation.ts';

type Event = APIGatewayProxyEventV2;
type Asked = {
  readonly caller: Caller;
  /** "POST /v1/transcriptions": part of the scope of an Idempotency-Key. */
  readonly route: string;
  readonly params: Readonly<Record<string, string | undefined>>;
};

/** Gives every answer its X-Request-Id and its log line. */
const conversation = (): middy.MiddlewareObj<Event, Reply> => ({
  after: ({ event, response }) => {
    if (!response) return;
    const { requestId } = event.requestContext;
    response.headers = { ...response.headers, 'x-request-id': requestId };
    const { statusCode: status } = response;
    log.info('request.answered', { request_id: requestId, route: event.routeKey, status });
  },
});

/** What `answer` throws becomes the error object: an `AppError` as it says, anything else a 500. */
const orError = async ({ requestContext }: Event, answer: () => Promise<Reply>): Promise<Reply> => {
  const { requestId } = requestContext;
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AppError)) log.error('request.crashed', error, { request_id: requestId });
    return errorReply(error, requestId);
  }
};

/** A Lambda handler for any request, without a key. `answer` may throw `AppError`; anything else becomes a 500. */
export const publicEndpoint = (answer: (event: Event) => Promise<Reply>) =>
  middy<Event, Reply>()
    .use(conversation())
    .handler((event) => orError(event, () => answer(event)));

/** A handler for requests with a key: every answer to an authenticated caller tells what is left of the rate limit. */
const keyedEndpoint = (authenticate: Authenticate, answer: (event: Event, asked: Asked) => Promise<Reply>) =>
  publicEndpoint(async (event) => {
    const { caller, headers } = await authenticate(event.headers['authorization']);
    const asked = { caller, route: event.routeKey, params: event.pathParameters ?? {} };
    const answered = await orError(event, () => answer(event, asked));
    return { ...answered, headers: { ...headers, ...answered.headers } };
  });

/** A Lambda handler for a route that reads: authenticates, then parses the query. */
export const readEndpoint = <Query>(
  spec: { readonly authenticate: Authenticate; readonly query: z.ZodType<Query> },
  answer: (asked: Asked & { readonly query: Query }) => Promise<Reply>,
) =>
  keyedEndpoint(spec.authenticate, async (event, asked) =>
    answer({ ...asked, query: parseRequest(spec.query, event.queryStringParameters ?? {}) }),
  );

export type Creation<Body> = Asked & {
  readonly requestId: string;
  readonly body: Body;
  /** Of the body as it was sent, so that a later version with other defaults still knows a replay. */
  readonly bodyFingerprint: string;
  readonly idempotencyKey: string | undefined;
};

/** A Lambda handler for a route that creates: authenticates, then parses the Idempotency-Key and the JSON body. */
export const createEndpoint = <Body>(
  spec: { readonly authenticate: Authenticate; readonly body: z.ZodType<Body> },
  answer: (creation: Creation<Body>) => Promise<Reply>,
) =>
  keyedEndpoint(spec.authenticate, async (event, asked) => {
    const key = idempotencyKey(event.headers);
    const json = jsonBody(event);
    const body = parseRequest(spec.body, json);
    const { requestId } = event.requestContext;
    return answer({ ...asked, requestId, body, bodyFingerprint: fingerprint(json), idempotencyKey: key });
  });
