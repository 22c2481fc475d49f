import { expect, test } from 'vitest';
import { describeWebhookUrl } from '../../webhook-url.contract.ts';
import { startWorld } from '../../../support/start-world.ts';

const given = await startWorld();
const { world, customer } = given;
const audio = { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 };
const create = (body: object = { audio }, headers: Record<string, string> = {}, as = customer.live) =>
  world.call('POST /v1/realtime/sessions', { as, body, headers });

describeWebhookUrl(given, 'POST /v1/realtime/sessions', async () => ({ audio }));

test('201 is a session with its address and its one secret', async () => {
  const { status, body } = await create();
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ status: 'created', mode: 'live', audio, audio_ms: 0, started_at: null }),
  ]);
  const { projectId } = customer;
  expect(body.websocket_url).toBe(
    `wss://rt.example/realtime?project=${projectId}&mode=live&session=${body.id}`,
  );
  expect(body.client_secret).toEqual({
    value: expect.stringMatching(/^es_rt_[0-9A-Za-z]{38}$/),
    expires_at: '2026-11-20T10:01:00.000Z',
  });
});

test('201 again under the same Idempotency-Key shows the same secret', async () => {
  const key = { 'idempotency-key': 'a-key-of-its-own' };
  const first = await create(undefined, key);
  const second = await create(undefined, key);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
});

test('201 again with another API key of the project is the same session without its secret', async () => {
  const key = { 'idempotency-key': 'one-key-two-callers' };
  const first = await create(undefined, key);
  const second = await create(undefined, key, await world.aKey(customer, 'live'));
  expect(second.body).toEqual({ ...first.body, client_secret: null });
});

test('201 for WebM with Opus, which says by itself what it has', async () => {
  const webm = { format: 'webm_opus', sample_rate_hz: null, channels: null };
  expect(await create({ audio: { format: 'webm_opus' } })).toMatchObject({
    status: 201,
    body: { audio: webm },
  });
  const known = { format: 'webm_opus', sample_rate_hz: 48_000, channels: 1 };
  expect((await create({ audio: known })).body.audio).toEqual(known);
});

test.each([
  ['audio.format', { audio: { ...audio, format: 'mp3' } }],
  ['audio.sample_rate_hz', { audio: { ...audio, sample_rate_hz: 96_000 } }],
  ['audio.channels', { audio: { ...audio, channels: 3 } }],
  ['audio.sample_rate_hz', { audio: { format: 'pcm_s16le', channels: 1 } }],
  ['audio.channels', { audio: { format: 'webm_opus', channels: 3 } }],
  ['audio', {}],
  ['language_hints', { audio, language_hints: ['ja'] }],
  ['allowed_origins.0', { audio, allowed_origins: ['https://app.example/path'] }],
  ['redact', { audio, redact: ['card_number'] }],
  ['endpointing.silence_ms', { audio, endpointing: { silence_ms: 100 } }],
])('400 names %s when it is wrong', async (path, body) => {
  const { status, body: answer } = await create(body);
  expect([status, answer.error.details.fields.map((field: any) => field.path)]).toEqual([400, [path]]);
});

test('201 with a translation that the deployment has, and 400 with another one', async () => {
  const translation = { targetsOf: (language: string) => (language === 'en' ? ['es'] : []) };
  const call = world.callWith({ translation });
  const ask = (target_language: string) =>
    call('POST /v1/realtime/sessions', {
      as: customer.live,
      body: { audio, translation: { target_language } },
    });
  expect((await ask('es')).status).toBe(201);
  const { status, body } = await ask('ja');
  expect([status, body.error.type]).toEqual([400, 'translation_not_supported']);
  expect(body.error.details).toEqual({ source_languages: ['en'], target_languages: ['en', 'es'] });
});

test('402 for an organization without credit', async () => {
  const poor = await world.aCustomer();
  await world.spendAll(poor);
  expect((await create(undefined, {}, poor.live)).body.error.type).toBe('insufficient_credits');
  expect((await create(undefined, {}, poor.test)).status).toBe(201);
});
