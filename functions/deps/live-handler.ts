import type { Context } from 'aws-lambda';
import { isInLambda } from '#lib/platform/config.ts';

type Handler<Event, Result> = (event: Event, context: Context) => Promise<Result>;

/**
 * Makes a handler with its live dependencies: in Lambda at cold start, which fails when one is missing. Elsewhere at its
 * first call, so that a test may import the file.
 */
export const liveHandler = async <Event, Result>(
  make: () => Handler<Event, Result> | Promise<Handler<Event, Result>>,
): Promise<Handler<Event, Result>> => {
  if (isInLambda()) return make();
  return async (event, context) => (await make())(event, context);
};
