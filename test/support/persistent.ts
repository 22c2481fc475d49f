import { assertDocumented } from './documented.ts';
import { client } from './local-service.ts';
import { until } from './until.ts';

/** Longer than any restart of the stack, and than the wait in the queue on a busy machine. */
const maxMs = 10 * 60_000;

type CustomerRequest = { readonly method: string; readonly path: string; readonly body?: object };

/** A customer's server that retries each request with the same Idempotency-Key until it gets a response. */
export const persistentCustomer = (baseUrl: string, key: string, idempotencyKey: string) => {
  const { post } = client(baseUrl, key);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': idempotencyKey,
  };

  /** The response, or undefined for a failed connection or a 5xx. */
  const ask = async ({
    method,
    path,
    body,
  }: CustomerRequest): Promise<{ status: number; text: string } | undefined> => {
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
  const insist = async (request: CustomerRequest): Promise<any> => {
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
    /** Creates a job. `source` is the field of the request that names the audio. Returns its id. */
    queue: async (source: object): Promise<string> => (await create('/v1/transcriptions', source)).id,
    /** Creates a realtime session. Returns the API's response. */
    openSession: (session: object) => create('/v1/realtime/sessions', session),
    erase: (id: string) => insist({ method: 'DELETE', path: `/v1/transcriptions/${id}` }),
    view: (id: string) => insist({ method: 'GET', path: `/v1/transcriptions/${id}` }),
  };
};
export type PersistentCustomer = ReturnType<typeof persistentCustomer>;
