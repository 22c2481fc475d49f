import { expect, test } from 'vitest';
import { Earshot } from '../../../sdk/typescript/client.ts';
import { EarshotError } from '../../../sdk/typescript/errors.ts';
import { answered, fakeEnvironment } from '../../support/fake-fetch.ts';

const clientOf = (apiKey: string, ...answers: readonly (() => Promise<Response>)[]) => {
  const world = fakeEnvironment(...answers, () => answered({}));
  const { environment } = world;
  return { ...world, earshot: new Earshot({ baseUrl: 'https://api.example', apiKey, environment }) };
};

const thrownBy = async (step: () => unknown): Promise<unknown> => {
  try {
    return await step();
  } catch (error) {
    return error;
  }
};

test('an API key that was read from a file is sent without the white space around it', async () => {
  const { earshot, requests } = clientOf(' es_live_k\r\n');
  await earshot.capabilities();
  expect(requests[0]?.headers.get('authorization')).toBe('Bearer es_live_k');
});

test.each(['es_live_\nk', 'es_live_\u007fk', 'es_live_ü', 'es_live_\u200bk'])(
  'the API key %j, which no header carries, is refused at once by a message without it',
  async (apiKey) => {
    const error = await thrownBy(() => clientOf(apiKey));
    expect(error).toBeInstanceOf(EarshotError);
    expect(String(error)).toBe('EarshotError: apiKey may have only printable ASCII characters.');
  },
);

test.each<any>(['\n', undefined])('an API key of %j is missing', async (apiKey) => {
  expect(String(await thrownBy(() => clientOf(apiKey)))).toContain('apiKey is missing.');
});

test.each(['a key of two\nlines', 'ein Schlüssel, der lang genug ist', '鍵'.repeat(16)])(
  'the Idempotency-Key %j, which no header carries, is refused before anything is sent',
  async (idempotencyKey) => {
    const { earshot, requests, waitsMs } = clientOf('es_live_k');
    const error = await thrownBy(() => earshot.submit({ fileId: 'file_a' }, { idempotencyKey }));
    expect(String(error)).toBe('EarshotError: idempotencyKey may have only printable ASCII characters.');
    expect([requests, waitsMs]).toEqual([[], []]);
  },
);

test.each<[string, (earshot: Earshot) => Promise<unknown>]>([
  ['a job', ({ transcriptions }) => transcriptions.create({ audio_url: 'https://a.example/x.mp3' })],
  ['a grant', ({ uploads }) => uploads.create({ content_type: 'audio/wav', size_bytes: 16 })],
  ['a session', ({ realtime }) => realtime.create({ audio: { format: 'webm_opus' } })],
  ['a webhook', ({ webhooks }) => webhooks.create({ url: 'https://hooks.example/' })],
])('%s whose answer is lost is made once, as each try has the same Idempotency-Key', async (_, make) => {
  const { earshot, requests } = clientOf('es_live_k', () => Promise.reject(new TypeError('fetch failed')));
  await make(earshot);
  const [lost, again] = requests.map(({ headers }) => headers.get('idempotency-key'));
  expect(lost).toMatch(/^.{16,}$/);
  expect(again).toBe(lost);
});
