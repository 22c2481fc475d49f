import { assertDocumented } from './documented.ts';
import { client } from './local-service.ts';
import { until } from './until.ts';

/** Longer than any restart of the stack, and than a queue of jobs on a busy machine. */
const maxMs = 10 * 60_000;

type Ask = { readonly method: string; readonly path: string; readonly body?: object };

/** A customer's server as it should be: it repeats each request, under one Idempotency-Key, until it is answered. */
export const persistentCustomer = (baseUrl: string, key: string, idempotencyKey: string) => {
  const { post } = client(baseUrl, key);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  };

  /** The answer, or undefined while nobody is there: a dead connection, or API Gateway's word for a dead function. */
  const ask = async ({ method, path, body }: Ask): Promise<{ status: number; text: string } | undefined> => {
    try {
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
      const answer = await fetch(baseUrl + path, init);
      const text = await answer.text();
      if (answer.status >= 500) return undefined;
      assertDocumented({ method, path, status: answer.status, headers: answer.headers, text });
      return { status: answer.status, text };
    } catch (error) {
      if (error instanceof TypeError) return undefined;
      throw error;
    }
  };
  const insist = async (request: Ask): Promise<any> => {
    const awaited = `an answer to ${request.method} ${request.path}`;
    const { status, text } = await until(awaited, () => ask(request), { maxMs });
    if (status >= 300) throw new Error(`${status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const create = (path: string, body: object) => insist({ method: 'POST', path, body });

  const upload = (file: Blob): Promise<string> =>
    until(
      'an upload that S3 takes',
      async () => {
        const grant = await create('/v1/transcription-uploads', { content_type: 'audio/ogg' });
        const posted = await post(grant, file).catch(() => undefined);
        return posted?.status === 201 ? grant.id : undefined;
      },
      { maxMs },
    );
  return {
    upload,
    /** Queues a job from a source that a field names; its id. */
    queue: async (source: object): Promise<string> => (await create('/v1/transcriptions', source)).id,
    erase: (id: string) => insist({ method: 'DELETE', path: `/v1/transcriptions/${id}` }),
    view: (id: string) => insist({ method: 'GET', path: `/v1/transcriptions/${id}` }),
  };
};
export type PersistentCustomer = ReturnType<typeof persistentCustomer>;
