import { setTimeout as delay } from 'node:timers/promises';
import { assertDocumented } from './documented.ts';
import { client } from './local-service.ts';

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
    for (;;) {
      const answer = await ask(request);
      if (answer && answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
      if (answer) return answer.text === '' ? undefined : JSON.parse(answer.text);
      await delay(200);
    }
  };
  const create = (path: string, body: object) => insist({ method: 'POST', path, body });

  const upload = async (file: Blob): Promise<string> => {
    for (;;) {
      const grant = await create('/v1/transcription-uploads', { content_type: 'audio/ogg' });
      const posted = await post(grant, file).catch(() => undefined);
      if (posted?.status === 201) return grant.id;
    }
  };
  return {
    upload,
    /** Queues a job from a source that a field names; its id. */
    queue: async (source: object): Promise<string> => (await create('/v1/transcriptions', source)).id,
    erase: (id: string) => insist({ method: 'DELETE', path: `/v1/transcriptions/${id}` }),
    view: (id: string) => insist({ method: 'GET', path: `/v1/transcriptions/${id}` }),
  };
};
export type PersistentCustomer = ReturnType<typeof persistentCustomer>;
