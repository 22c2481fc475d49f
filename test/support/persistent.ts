import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, client } from './local-service.ts';

/** Asks until there is an answer that is not the service's own failure; a dead connection is none. */
const insist = async (ask: () => Promise<Answer>): Promise<Answer['body']> => {
  for (;;) {
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof TypeError || error instanceof SyntaxError) return undefined;
      throw error;
    });
    if (answer && answer.status < 300) return answer.body;
    if (answer && answer.status < 500) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    await delay(200);
  }
};

/** A customer's server as it should be: it repeats each request, under one Idempotency-Key, until it is answered. */
export const persistentCustomer = (baseUrl: string, key: string, idempotencyKey: string) => {
  const customer = client(baseUrl, key);
  const headers = { 'idempotency-key': idempotencyKey };
  const create = (path: string, body: object) => insist(() => customer.call('POST', path, { headers, body }));

  const upload = async (file: Blob): Promise<string> => {
    for (;;) {
      const grant = await create('/v1/transcription-uploads', { content_type: 'audio/ogg' });
      const posted = await customer.post(grant, file).catch(() => undefined);
      if (posted?.status === 201) return grant.id;
    }
  };
  return {
    upload,
    /** Queues a job from an Ogg file that was uploaded; its id. */
    queue: async (uploadId: string): Promise<string> =>
      (await create('/v1/transcriptions', { upload_id: uploadId })).id,
    view: (id: string) => insist(() => customer.call('GET', `/v1/transcriptions/${id}`)),
  };
};
export type PersistentCustomer = ReturnType<typeof persistentCustomer>;
