import type { Context } from 'aws-lambda';
import { isInLambda } from '#lib/platform/config.ts';

type Handler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/**
 * Makes a handler with its live dependencies. In Lambda this happens at cold start, which fails if a variable is missing.
 * Elsewhere it happens at the first call, so that tests can import the file.
 */
export const liveHandler = async <Event, Result>(
  make: () => Handler<Event, Result> | Promise<Handler<Event, Result>>,
): Promise<Handler<Event, Result>> => {
  if (isInLambda()) return make();
  return async (event, context) => (await make())(event, context);
};
