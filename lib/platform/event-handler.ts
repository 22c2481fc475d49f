import middy from '@middy/core';
import type { Context } from 'aws-lambda';
import { log, withTimedLog } from './log.ts';

/** Logs a failed invocation in our own format, and lets it fail. */
const logCrash = (): middy.MiddlewareObj => ({
  onError: ({ error }) => log.error('invocation.crashed', error),
});

/** A Lambda handler for a schedule, a queue or another source of events. Each of its log lines names the invocation. */
export const eventHandler = <Event, Result = void>(
  run: (event: Event, context: Context) => Promise<Result>,
): ((event: Event, context: Context) => Promise<Result>) => {
  // There is no early timeout, because unfinished work of a handler would continue during the next invocation.
  const handler = middy<Event, Result>({ timeoutEarlyInMillis: 0 }).use(logCrash()).handler(run);
  return (event, context) => log.invocation(context, () => withTimedLog({}, () => handler(event, context)));
};
