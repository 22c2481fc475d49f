import middy from '@middy/core';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { errors } from '#lib/platform/http/middleware/errors.ts';
import type { Event, Middleware } from '#lib/platform/http/middleware/middleware.ts';
import type { Reply } from '#lib/platform/http/reply.ts';
import { httpEvent, lambdaContext } from './http-event.ts';

type Given = {
  readonly event?: APIGatewayProxyEventV2;
  readonly answer?: () => Reply | Promise<Reply>;
};

/**
 * Runs one middleware before `errors`, as in every list. Returns the reply, and the context of the handler if it was called.
 */
export const runMiddleware = async <Shared, Internal extends Record<string, unknown>>(
  middleware: Middleware<Shared, Internal>,
  { event = httpEvent(), answer = () => ({ statusCode: 200 }) }: Given = {},
) => {
  const seen: { context?: Context & Shared } = {};
  const handler = middy<Event, Reply>()
    .use(middleware)
    .use(errors())
    .handler(async (_event, context: Context & Shared) => {
      seen.context = context;
      return answer();
    });
  const given: any = { ...lambdaContext };
  const reply: Reply = await handler(event, given);
  return { reply, context: seen.context };
};
