import { expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { answered, fakeEnvironment, refused, type Sent } from '../../support/fake-fetch.ts';

const key = 'call-42-of-the-crash';
const wav = Buffer.from('RIFF0000WAVEfmt ');
const keyOf = ({ headers }: Sent) => headers.get('idempotency-key');
const expired = () => refused('upload_expired', 409);

/**
 * A client of a service that got `key` before a crash. `grant` is the service's current response for this key. An upload whose
 * id contains `refusedId` has expired.
 */
const clientOf = (
  grant: () => Response,
  refusedId = 'upl_old',
  store: () => Response | Promise<Response> = () => answered('', 201),
) => {
  const world = fakeEnvironment((sent) => {
    const isOld = keyOf(sent) === key;
    if (sent.url.host === 's3.example') return store();
    if (sent.url.pathname.endsWith('/transcription-uploads')) return isOld ? grant() : grantOf('upl_new');
    return sent.text.includes(refusedId) ? expired() : answered({ id: 'made' }, 202);
  });
  const { environment, requests } = world;
  const earshot = new Earshot({ baseUrl: 'https://api.example', apiKey: 'es_live_k', environment });
  const sentTo = (end: string) => requests.filter(({ url }) => url.href.endsWith(end));
  return { earshot, sentTo };
};
const grantOf = (id: string, status = 'issued') =>
  answered({ id, status, upload_url: 'https://s3.example/', upload_fields: {} }, 201);

const crashes = [
  ['a crash during the upload', expired, 1],
  ['a crash after the upload, a day ago', () => grantOf('upl_old', 'uploaded'), 2],
] as const;

test.each(crashes)(
  'the same call after %s uploads again, and makes the job under the key of the caller',
  async (_, grant, creates) => {
    const { earshot, sentTo } = clientOf(grant);
    expect(await earshot.submit(wav, { idempotencyKey: key })).toEqual({ id: 'made' });
    expect(sentTo('s3.example/')).toHaveLength(1);
    const jobs = sentTo('/v1/transcriptions');
    expect([jobs.length, jobs.at(-1)?.text]).toEqual([creates, '{"upload_id":"upl_new"}']);
    expect(jobs.map(keyOf)).toEqual(Array.from({ length: creates }, () => key));
  },
);

test.each(crashes)('the same registration of a file after %s uploads it again', async (_, grant) => {
  const { earshot, sentTo } = clientOf(grant);
  expect(await earshot.files.upload(wav, {}, { idempotencyKey: key })).toEqual({ id: 'made' });
  const files = sentTo('/v1/files');
  expect([files.at(-1)?.text, new Set(files.map(keyOf))]).toEqual([
    '{"upload_id":"upl_new"}',
    new Set([key]),
  ]);
});

test('a stream is sent whole also when it has to be sent again', async () => {
  const { earshot, sentTo } = clientOf(() => grantOf('upl_old'));
  await earshot.submit(new Blob([wav]).stream(), { idempotencyKey: key });
  const posted = sentTo('s3.example/').map(({ text }) => text.includes('RIFF0000WAVEfmt '));
  expect(posted).toEqual([true, true]);
});

test('a third call finds the upload of the second, so that it finds its job', async () => {
  const { earshot, sentTo } = clientOf(expired);
  await earshot.submit(wav, { idempotencyKey: key });
  await earshot.submit(wav, { idempotencyKey: key });
  const [, second, , fourth] = sentTo('/transcription-uploads').map(keyOf);
  expect(second).toMatch(/^[0-9a-f]{64}$/);
  expect(fourth).toBe(second);
});

test('a new upload that has expired too is an error', async () => {
  const { earshot, sentTo } = clientOf(() => grantOf('upl_old'), 'upl_');
  const refusal = earshot.submit(wav, { idempotencyKey: key });
  await expect(refusal).rejects.toMatchObject({ type: 'upload_expired' });
  expect(sentTo('/v1/transcriptions')).toHaveLength(3);
});

test('an upload that is cut after its grant has expired is posted to a new grant', async () => {
  const message = 'Invalid according to Policy: Policy expired.';
  const refusal = `<Error><Code>AccessDenied</Code><Message>${message}</Message></Error>`;
  const answers = [() => Promise.reject(new TypeError('reset')), () => answered(refusal, 403)];
  const store = () => (answers.shift() ?? (() => answered('', 201)))();
  const { earshot, sentTo } = clientOf(() => grantOf('upl_slow'), 'upl_old', store);
  expect(await earshot.submit(wav, { idempotencyKey: key })).toEqual({ id: 'made' });
  expect(sentTo('s3.example/')).toHaveLength(3);
  expect(sentTo('/v1/transcriptions').map(({ text }) => text)).toEqual(['{"upload_id":"upl_new"}']);
});
