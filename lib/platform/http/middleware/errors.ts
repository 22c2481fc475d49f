import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { errorReply } from '../reply.ts';
import type { Middleware } from './middleware.ts';

/**
 * Turns a thrown error into the error object. An error other than an `AppError` becomes 500 or 503. Must be the last in
 * a list.
 */
export const errors = (): Middleware => ({
  onError: (request) => {
    const { error, event } = request;
    if (!(error instanceof AppError)) log.error('request.crashed', error);
    request.response = errorReply(error, event.requestContext.requestId);
  },
});
