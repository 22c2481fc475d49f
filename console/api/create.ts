import { ApiError } from './api-error.ts';
import { request, type RequestOptions } from './request.ts';

/** The Idempotency-Keys of requests whose answer was lost, by what they asked for. */
const unanswered = new Map<string, string>();

/**
 * Creates something. The same request again after a lost answer returns what the first one created; after an answer it
 * creates another one.
 */
export const create = async <Answer>(
  path: string,
  options: Omit<RequestOptions, 'idempotencyKey'>,
): Promise<Answer> => {
  const asked = JSON.stringify([path, options.query, options.body]);
  const idempotencyKey = unanswered.get(asked) ?? crypto.randomUUID();
  unanswered.delete(asked);
  try {
    return await request('POST', path, { ...options, idempotencyKey });
  } catch (error) {
    if (error instanceof ApiError && error.isLost) unanswered.set(asked, idempotencyKey);
    throw error;
  }
};
