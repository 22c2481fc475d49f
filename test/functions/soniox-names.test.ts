import { SonioxHttpError, SonioxNodeClient } from '@soniox/node';
import { afterEach, expect, test, vi } from 'vitest';
import { Limits } from '#lib/platform/limits/limits.ts';
import { startWorld } from '../support/start-world.ts';
import { worldFetch } from '../support/world-fetch.ts';

/* Tests the functions with Soniox's own client for Node, limited to requests and responses that have the same meaning here. */

const { world, customer } = await startWorld(Limits.parse({ requestsPerMinute: 1_000 }));

afterEach(() => vi.unstubAllGlobals());

const client = () => {
  vi.stubGlobal('fetch', worldFetch(world.deps));
  return new SonioxNodeClient({ api_key: customer.live.key, base_url: 'https://api.example' });
};

const audio_url = 'https://media.example/call.mp3';

test('a job queued by Soniox’s client has its options in our names', async () => {
  const { id, status } = await client().stt.create({
    model: 'stt-async-v5',
    audio_url,
    language_hints: ['en'],
    enable_language_identification: true,
    enable_speaker_diarization: false,
    language_hints_strict: true,
    context: { general: [{ key: 'domain', value: 'Retail' }], text: 'A call.', terms: ['Earshot'] },
    client_reference_id: 'call-42',
  });
  expect(status).toBe('queued');
  expect(await world.find(customer, id)).toMatchObject({
    name: 'call-42',
    audioUrl: audio_url,
    request: {
      model: 'auto',
      languageHints: ['en'],
      context: 'domain: Retail\nA call.',
      customVocabulary: ['Earshot'],
    },
  });
});

test('Soniox’s client polls a job to its end, and deletes it', async () => {
  const { stt } = client();
  const job = await stt.create({ model: 'stt-async-v5', file_id: await world.aFile(customer) });
  expect((await stt.get(job.id))?.status).toBe('queued');
  await world.complete(customer, job.id);
  expect((await job.wait()).status).toBe('completed');
  await stt.delete(job.id);
  expect((await world.find(customer, job.id))?.deletedAt).not.toBeNull();
});

test.each([
  ['enable_speaker_diarization', true, /multichannel/],
  ['language_hints_strict', 'yes', /always strict/],
  ['webhook_auth_header_name', 'X-Secret', /signature/],
  ['enable_language_identification', 'yes', /always/],
])('%s: %j is refused by its name, with what to do instead', async (name, value, advice) => {
  const { body } = await world.call('POST /v1/transcriptions', {
    as: customer.live,
    body: { audio_url, [name]: value },
  });
  expect(body.error.details.fields).toEqual([
    { path: name, rule: 'not_offered', message: expect.stringMatching(advice) },
  ]);
});

test.each([
  [{ ['__proto__']: { a: 1 } }, '__proto__'],
  [{ custom_vocabulary: 'Earshot', context: { terms: ['Earshot'] } }, 'custom_vocabulary'],
])('%j is refused, not ignored', async (fields, path) => {
  const { status, body } = await world.call('POST /v1/transcriptions', {
    as: customer.live,
    body: { audio_url, ...fields },
  });
  expect([status, body.error.details.fields[0].path]).toEqual([400, path]);
});

test('Soniox’s client throws its own error for what is refused', async () => {
  const refused = client().stt.create({ model: 'stt-async-v5', audio_url, enable_speaker_diarization: true });
  await expect(refused).rejects.toThrow(SonioxHttpError);
  await expect(refused).rejects.toMatchObject({ statusCode: 400 });
});

test.each([
  [{ model: 'stt-rt-v5' }, 'model'],
  [{ context: { translation_terms: [{ source: 'a', target: 'b' }] } }, 'context'],
  [{ context: { topic: 'a' } }, 'context'],
])('%j means nothing here and is refused', async (wrong, path) => {
  const { body } = await world.call('POST /v1/transcriptions', {
    as: customer.live,
    body: { audio_url, ...wrong },
  });
  expect(body.error.details.fields.map((one: any) => one.path)).toEqual([path]);
});
