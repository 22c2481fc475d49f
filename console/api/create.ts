import { ApiError } from './api-error.ts';
import { request, type RequestOptions } from './request.ts';

/** The Idempotency-Keys of requests whose answer was lost, by path, query and body. */
const unanswered = new Map<string, string>();

type Options = Omit<RequestOptions, 'idempotencyKey'>;

/**
 * Creates something. If the answer was lost, the same request again returns what the first one created. If it was not
 * lost, the same request creates another object.
 */
export const create = async <Answer>(path: string, options: Options): Promise<Answer> => {
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

/**
 * Creates something with a secret. If the answer was lost, the secret cannot be known. Then `remove` removes the created
 * object, and another one is created.
 */
export const createWithSecret = async <Answer extends { id: string; secret: string | null }>(
  path: string,
  options: Options,
  remove: (id: string) => Promise<void>,
): Promise<Answer> => {
  const created = await create<Answer>(path, options);
  if (created.secret !== null) return created;
  await remove(created.id);
  return create<Answer>(path, options);
};
