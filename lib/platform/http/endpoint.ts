import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Authenticate } from '#lib/domain/auth/authenticate.ts';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { fingerprint } from '#lib/platform/canonical-json.ts';
import { AppError } from '#lib/platform/errors.ts';
import type { Created } from '#lib/platform/idempotency.ts';
import { log, withLogFields } from '#lib/platform/log.ts';
import { addressesOf } from './addresses.ts';
import { compressed } from './compress.ts';
import { cookieOf, sessionCookie } from './cookies.ts';
import type { AnyContract, Contract, CreateContract, Nothing } from './contract.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { jsonBody } from './json-body.ts';
import { errorReply, replay, type Reply } from './reply.ts';
import { parseRequest } from './validation.ts';

type Event = APIGatewayProxyEventV2;
type Keyed<C extends AnyContract> = { readonly authenticate: Authenticate; readonly contract: C };
type Asked<Params> = {
  readonly caller: Caller;
  /** "POST /v1/transcriptions": part of the scope of an Idempotency-Key. */
  readonly route: string;
  readonly requestId: string;
  readonly params: Params;
  /** Until Lambda ends the function. */
  readonly remainingMs: () => number;
};

/** Gives every answer its X-Request-Id and its log line, and makes a long one short. */
const conversation = (): middy.MiddlewareObj<Event, Reply, Error, Context, { startedAt: number }> => ({
  before: ({ internal }) => {
    internal.startedAt = performance.now();
  },
  after: (request) => {
    const { event, response, internal } = request;
    if (!response) return;
    const headers = { ...response.headers, 'x-request-id': event.requestContext.requestId };
    request.response = compressed({ ...response, headers }, event.headers['accept-encoding']);
    log.info('request.answered', {
      route: event.routeKey,
      status: response.statusCode,
      duration_ms: Math.round(performance.now() - internal.startedAt),
    });
  },
});

/** What `answer` throws becomes the error object: an `AppError` as it says, anything else a 500. */
const orError = async ({ requestContext }: Event, answer: () => Promise<Reply>): Promise<Reply> => {
  const { requestId } = requestContext;
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof AppError)) log.error('request.crashed', error);
    return errorReply(error, requestId);
  }
};

/** A Lambda handler for any request, without a key. `answer` may throw `AppError`; anything else becomes a 500. */
export const endpoint = (answer: (event: Event, context: Context) => Promise<Reply>) => {
  const handler = middy<Event, Reply, Error, Context, { startedAt: number }>()
    .use(conversation())
    .handler((event, context) => orError(event, () => answer(event, context)));
  return (event: Event, context: Context): Promise<Reply> => {
    const fields = { request_id: event.requestContext.requestId, ...addressesOf(event) };
    return log.invocation(context, () => withLogFields(fields, () => handler(event, context)));
  };
};

/** An answer that has these headers too, also when it is an error. */
export const withHeaders = async (
  event: Event,
  headers: Readonly<Record<string, string>>,
  answer: () => Promise<Reply>,
): Promise<Reply> => {
  const answered = await orError(event, answer);
  return { ...answered, headers: { ...headers, ...answered.headers } };
};

/** A handler for a route that anybody may ask, without a key, and that answers everybody the same. Parameters are refused. */
export const publicEndpoint = <Answer>(
  contract: Contract<Nothing, Nothing, Answer>,
  answer: () => Promise<Answer>,
) =>
  endpoint(async (event) => {
    parameters(contract, event);
    const replied = contract.success.toReply(await answer());
    return { ...replied, headers: { ...replied.headers, 'cache-control': 'public, max-age=300' } };
  });

/** The cookie of the console is no key: what a page does, the API must not do for it. */
const refuseSession = ({ headers, cookies }: Event): void => {
  if (headers['authorization'] !== undefined || cookieOf(cookies, sessionCookie) === undefined) return;
  log.info('permission.denied', { reason: 'session_at_api' });
  throw new AppError('permission_denied', 'A session of the console does not open the API. Send an API key.');
};

/** Every answer to an authenticated caller tells what is left of the rate limit. */
const admitted = (
  authenticate: Authenticate,
  answer: (event: Event, asked: Omit<Asked<never>, 'params'>) => Promise<Reply>,
) =>
  endpoint(async (event, context) => {
    refuseSession(event);
    const { caller, headers } = await authenticate(event.headers['authorization']);
    const { requestId } = event.requestContext;
    const remainingMs = () => context.getRemainingTimeInMillis();
    const asked = { caller, route: event.routeKey, requestId, remainingMs };
    return withHeaders(event, headers, () => answer(event, asked));
  });

/** Parses the path and the query as the contract says. */
export const parameters = <Params, Query>(
  { params, query }: Contract<Params, Query, never>,
  event: Event,
) => ({
  params: parseRequest(params, event.pathParameters ?? {}),
  query: parseRequest(query, event.queryStringParameters ?? {}),
});

/** A handler for a route with a key and without a body. What `answer` returns is sent as the contract says. */
export const keyedEndpoint = <Params, Query, Answer>(
  { authenticate, contract }: Keyed<Contract<Params, Query, Answer>>,
  answer: (asked: Asked<Params> & { readonly query: Query }) => Promise<Answer>,
) =>
  admitted(authenticate, async (event, asked) =>
    contract.success.toReply(await answer({ ...asked, ...parameters(contract, event) })),
  );

export type Creation<Body> = {
  readonly requestId: string;
  readonly body: Body;
  /** Of the body as it was sent, so that a later version with other defaults still knows a replay. */
  readonly bodyFingerprint: string;
  readonly idempotencyKey: string | undefined;
};

/** Parses all of a request that creates. */
export const creationOf = <Params, Query, Body>(
  contract: CreateContract<Params, Query, Body, never>,
  event: Event,
): Creation<Body> & { readonly params: Params; readonly query: Query } => {
  const key = idempotencyKey(event.headers);
  const asked = parameters(contract, event);
  const json = jsonBody(event);
  const body = parseRequest(contract.body.schema, json);
  const { requestId } = event.requestContext;
  return { requestId, ...asked, body, bodyFingerprint: fingerprint(json), idempotencyKey: key };
};

export const createdReply = <Answer>(
  { success }: Pick<Contract<never, never, Answer>, 'success'>,
  { value, replayed }: Created<Answer>,
): Reply => {
  const replied = success.toReply(value);
  return replayed ? { ...replied, headers: { ...replied.headers, ...replay } } : replied;
};

/** A handler for a route that creates: authenticates, then parses the Idempotency-Key and the JSON body. */
export const createEndpoint = <Params, Body, Answer>(
  { authenticate, contract }: Keyed<CreateContract<Params, Nothing, Body, Answer>>,
  answer: (creation: Asked<Params> & Creation<Body>) => Promise<Created<Answer>>,
) =>
  admitted(authenticate, async (event, asked) =>
    createdReply(contract, await answer({ ...asked, ...creationOf(contract, event) })),
  );
