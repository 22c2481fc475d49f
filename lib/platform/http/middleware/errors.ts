import { AppError } from '#lib/platform/errors.ts';
import { log } from '#lib/platform/log.ts';
import { errorReply } from '../reply.ts';
import type { Middleware } from './middleware.ts';

/** Makes the error object of what is thrown: an `AppError` as it says, anything else a 500. Stands last in a list. */
export const errors = (): Middleware => ({
  onError: (request) => {
    const { error, event } = request;
    if (!(error instanceof AppError)) log.error('request.crashed', error);
    request.response = errorReply(error, event.requestContext.requestId);
  },
});
