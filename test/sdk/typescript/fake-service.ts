import { Earshot } from '../../../sdk/typescript/client.ts';
import { answered, fakeEnvironment, type Sent } from '../../support/fake-fetch.ts';

export const grant = {
  id: 'upl_a',
  status: 'issued',
  upload_url: 'https://s3.example/',
  upload_fields: { key: 'uploads/a' },
};
export const wav = Buffer.from('RIFF0000WAVEfmt ');
export const job = (status: string, more: object = {}) =>
  answered({ id: 'ofq_a', status, error: null, ...more });

type Answers = Partial<
  Record<'grant' | 'store' | 'create' | 'get', (sent: Sent) => Response | Promise<Response>>
>;

/** A client, with its service and object store. */
export const clientOf = (answers: Answers = {}) => {
  const world = fakeEnvironment((sent) => {
    if (sent.url.host === 's3.example') return (answers.store ?? (() => answered('', 201)))(sent);
    if (sent.url.pathname.endsWith('/transcription-uploads'))
      return (answers.grant ?? (() => answered(grant, 201)))(sent);
    if (sent.method === 'POST')
      return (answers.create ?? (() => answered({ id: 'ofq_a', status: 'queued' }, 202)))(sent);
    return (answers.get ?? (() => job('completed', { transcript: 'Hello.' })))(sent);
  });
  const { environment } = world;
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  const sentTo = (end: string) => world.requests.filter(({ url }) => url.href.endsWith(end));
  return { earshot, ...world, sentTo };
};
export const bodyOf = (sent: Sent | undefined) => JSON.parse(sent?.text ?? 'null');
