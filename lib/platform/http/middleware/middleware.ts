import type middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Reply } from '../reply.ts';

export type Event = APIGatewayProxyEventV2;

type Fields = Record<string, unknown>;

/**
 * A middleware of an HTTP function. `Shared` is what it adds to the context for the handler. `Internal` is what it keeps
 * for itself.
 */
export type Middleware<Shared = unknown, Internal extends Fields = Fields> = middy.MiddlewareObj<
  Event,
  Reply,
  Error,
  Context & Shared,
  Internal
>;

type Request<Internal extends Fields> = middy.Request<Event, Reply, Error, Context, Internal>;

/**
 * Runs a step on every answer, including answers for errors: `errors` is last in each list, so its `onError` runs first and
 * makes the answer.
 */
export const onAnswer = <Internal extends Fields = Fields>(
  step: (response: Reply, request: Request<Internal>) => Reply | void,
) => {
  const run = (request: Request<Internal>): void => {
    if (request.response) request.response = step(request.response, request) ?? request.response;
  };
  return { after: run, onError: run };
};

/**
 * The function that Lambda calls. It has the type of a method, because TypeScript compares the parameters of a method in
 * both directions. This is needed here: the middlewares add to the context what the handler needs, while middy's types
 * require the caller to pass it.
 */
export type HttpHandler = { handle(event: Event, context: Context): Promise<Reply> }['handle'];
