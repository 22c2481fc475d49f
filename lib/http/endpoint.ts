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

/** Gives every answer its X-Request-Id and its log line, and turns what was thrown into the error object. */
const conversation = (): middy.MiddlewareObj<Event, Reply> => {
  const close = ({ event, response }: middy.Request<Event, Reply>): void => {
    if (!response) return;
    const { requestId } = event.requestContext;
    response.headers = { ...response.headers, 'x-request-id': requestId };
    log.info('request.answered', {
      request_id: requestId,
      route: event.routeKey,
      status: response.statusCode,
    });
  };
  return {
    after: close,
    onError: (request) => {
      const { requestId } = request.event.requestContext;
      request.response = errorReply(request.error, requestId);
      if (!(request.error instanceof AppError))
        log.error('request.crashed', request.error, { request_id: requestId });
      close(request);
    },
  };
};

/** A Lambda handler for any request, without a key. `answer` may throw `AppError`; anything else becomes a 500. */
export const publicEndpoint = (answer: (event: Event) => Promise<Reply>) =>
  middy<Event, Reply>().use(conversation()).handler(answer);

/** A Lambda handler for a route that reads: authenticates, then parses the query. */
export const readEndpoint = <Query>(
  spec: { readonly authenticate: Authenticate; readonly query: z.ZodType<Query> },
  answer: (asked: Asked & { readonly query: Query }) => Promise<Reply>,
) =>
  publicEndpoint(async (event) => {
    const caller = await spec.authenticate(event.headers['authorization']);
    const query = parseRequest(spec.query, event.queryStringParameters ?? {});
    return answer({ caller, route: event.routeKey, params: event.pathParameters ?? {}, query });
  });

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
  publicEndpoint(async (event) => {
    const caller = await spec.authenticate(event.headers['authorization']);
    const key = idempotencyKey(event.headers);
    const json = jsonBody(event);
    return answer({
      caller,
      route: event.routeKey,
      requestId: event.requestContext.requestId,
      params: event.pathParameters ?? {},
      body: parseRequest(spec.body, json),
      bodyFingerprint: fingerprint(json),
      idempotencyKey: key,
    });
  });
