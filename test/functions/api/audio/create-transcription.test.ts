import { describe, expect, test } from 'vitest';
import { Limits } from '#lib/platform/limits/limits.ts';
import { audioForms } from '../../../support/audio-forms.ts';
import { aResult, aSegment } from '../../../support/result.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld(Limits.parse({ requestsPerMinute: 1_000 }));
const { recording, queued, send } = audioForms({ world, customer });

const result = {
  ...aResult([
    aSegment([0, 1_000], 'hello', { words: [{ text: 'hello', startMs: 0, endMs: 1_000, confidence: 0.9 }] }),
    aSegment([1_500, 2_000], 'there'),
  ]),
  translatedText: 'Hello there.',
};

const completing = () => world.complete(customer, queued(), result);

test('the answer is the text of an ordinary job, which is charged once and can be read afterwards', async () => {
  const body = {
    file: recording(),
    model: 'whisper-1',
    language: 'en',
    prompt: 'A call.',
    temperature: '0',
    client_reference_id: 'call-42',
  };
  const answer = await send(body, completing);
  expect([answer.status, answer.body.text, answer.body.usage]).toEqual([
    200,
    'hello there',
    { type: 'duration', seconds: 1.2 },
  ]);
  const { body: job } = await world.call('GET /v1/transcriptions/{transcription_id}', {
    as: customer.live,
    params: { transcription_id: answer.body.transcription_id },
  });
  expect(job).toMatchObject({
    status: 'completed',
    billing: { status: 'charged' },
    client_reference_id: 'call-42',
    request: { model: 'auto', language_hints: ['en'], filename: 'call.mp3' },
  });
});

test.each([
  ['text', 'text/plain', /^hello there\n/],
  ['srt', 'application/x-subrip', /^1\n00:00:00,000 --> /],
  ['vtt', 'text/vtt', /^WEBVTT\n/],
])('response_format %s is %s', async (format, type, text) => {
  const answer = await send({ file: recording(), response_format: format }, completing);
  expect([
    answer.headers.get('content-type')?.split(';')[0],
    answer.headers.get('x-transcription-id'),
  ]).toEqual([type, queued()]);
  expect(answer.body).toMatch(text);
});

test('verbose_json has the times that were asked for, in seconds', async () => {
  const body = { file: recording(), response_format: 'verbose_json' };
  const { body: verbose } = await send(body, completing);
  expect(verbose).toMatchObject({ task: 'transcribe', language: 'english', duration: 1.2 });
  expect(verbose.segments.map(({ id, start, end, text }: any) => [id, start, end, text])).toEqual([
    [0, 0, 1, 'hello'],
    [1, 1.5, 2, 'there'],
  ]);
  expect(verbose.words).toBeUndefined();
  const words = { ...body, file: recording(), 'timestamp_granularities[]': ['word'] };
  const { body: timed } = await send(words, completing);
  expect([timed.segments, timed.words]).toEqual([undefined, [{ word: 'hello', start: 0, end: 1 }]]);
});

test('the record of the request names the job', async () => {
  const requestId = 'names-its-job';
  const { body } = await send({ file: recording() }, completing, { requestId });
  const { body: request } = await world.call('GET /v1/requests/{request_id}', {
    as: customer.live,
    params: { request_id: requestId },
  });
  expect(request.location).toBe(`/v1/transcriptions/${body.transcription_id}`);
});

test('a retry without an Idempotency-Key finds the job of the first request', async () => {
  const body = { file: recording() };
  const late = await send(body, async () => {
    world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  });
  expect([late.status, late.body.error.code, late.headers.get('retry-after')]).toEqual([
    409,
    'transcription_in_progress',
    '1',
  ]);
  const { transcription_id: id } = late.body.error.details;
  const sent = world.sent.split.length;
  const retried = await send(body, () => world.complete(customer, id, result));
  expect([retried.status, retried.body.transcription_id, world.sent.split.length]).toEqual([200, id, sent]);
  expect((await send(body, completing)).body.transcription_id).toBe(id);
});

test('a retry after midnight finds the job of the day before', async () => {
  const body = { file: recording() };
  const { now } = world.clock;
  world.clock.now = new Date('2026-11-21T23:59:50.000Z');
  const late = await send(body, async () => {
    world.clock.now = new Date('2026-11-22T00:00:20.000Z');
  });
  const { transcription_id: id } = late.body.error.details;
  const retried = await send(body, () => world.complete(customer, id, result));
  expect(retried.body.transcription_id).toBe(id);
  world.clock.now = now;
});

test('two requests at once with the same file make one job', async () => {
  const body = { file: recording() };
  const sent = world.sent.split.length;
  // The second worker finds the job completed.
  const once = () => completing().catch(() => {});
  const both = await Promise.all([send(body, once), send(body, once)]);
  expect(new Set(both.map((answer) => answer.body.transcription_id)).size).toBe(1);
  expect(world.sent.split.length).toBe(sent + 1);
});

describe('with both places of the key taken', () => {
  /** Sends a form while two other requests of the key wait. */
  const whileTwoWait = async (body: object) => {
    const waiting = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    let waits = 0;
    const wait = async () => {
      if ((waits += 1) === 2) waiting.resolve();
      await answered.promise;
      world.clock.now = new Date(world.clock.now.getTime() + 30_000);
    };
    const others = [send({ file: recording() }, wait), send({ file: recording() }, wait)];
    await waiting.promise;
    const sent = world.sent.split.length;
    const answer = await send(body, completing);
    answered.resolve();
    await Promise.all(others);
    return { answer, jobs: world.sent.split.length - sent };
  };

  test('a request is refused before its job is queued, so that nothing is charged that nobody can read', async () => {
    const body = { file: recording() };
    const { answer, jobs } = await whileTwoWait(body);
    expect([answer.status, answer.body.error.code, jobs]).toEqual([429, 'concurrency_limit_exceeded', 0]);
    expect((await send(body, completing)).status).toBe(200);
  });

  test('the text of a job that has ended is read', async () => {
    const body = { file: recording() };
    await send(body, completing);
    const { answer } = await whileTwoWait(body);
    expect([answer.status, answer.body.text]).toEqual([200, 'hello there']);
  });
});

test('a request whose wait cannot be counted queues its job, and is answered at once', async () => {
  const { status, body } = await world.callWith({ beginWait: async () => undefined })(
    'POST /v1/audio/transcriptions',
    { as: customer.live, body: { file: recording() } },
  );
  expect([status, body.error.code]).toEqual([409, 'transcription_in_progress']);
  expect(body.error.details.transcription_id).toBe(queued());
});

test('the same file is transcribed anew with another field, with a key of another project, in test mode, after an hour, and after its job was deleted', async () => {
  const file = recording();
  const ids = new Set<string>();
  const again = async (body: object = {}, as = customer) => {
    const { body: answer } = await send({ file, ...body }, () => world.complete(as, queued(), result), {
      as: as.live,
    });
    ids.add(answer.transcription_id);
    return answer.transcription_id;
  };
  await again();
  await again({ prompt: 'Another call.' });
  await again({}, await world.aCustomer());
  const inTest = await send({ file }, () => world.complete(customer, queued(), result, 'test'), {
    as: customer.test,
  });
  ids.add(inTest.body.transcription_id);
  world.clock.now = new Date(world.clock.now.getTime() + 60 * 60_000 + 1);
  const last = await again();
  await world.call('DELETE /v1/transcriptions/{transcription_id}', {
    as: customer.live,
    params: { transcription_id: last },
  });
  await again();
  expect(ids.size).toBe(6);
});

test('an Idempotency-Key finds its job, and is refused with another file', async () => {
  const headers = { 'idempotency-key': 'a-key-of-its-own' };
  const file = recording();
  const first = await send({ file }, completing, { headers });
  const second = await send({ file }, completing, { headers });
  expect(second.body.transcription_id).toBe(first.body.transcription_id);
  const replayed = [first, second].map((answer) => answer.headers.get('idempotent-replayed'));
  expect(replayed).toEqual([null, 'true']);
  const other = await send({ file: recording() }, completing, { headers });
  expect([other.status, other.body.error.code]).toEqual([422, 'idempotency_key_reused']);
});

test('an Idempotency-Key of a refused request is bound to nothing: it may be sent with another file', async () => {
  const headers = { 'idempotency-key': 'a-key-that-was-refused' };
  const { world: full, customer: owner } = await startWorld(Limits.parse({ unfinishedJobsPerProject: 1 }));
  const as = owner.live;
  await full.call('POST /v1/transcriptions', { as, body: { audio_url: 'https://media.example/call.mp3' } });
  const codes: string[] = [];
  for (const file of [recording(), recording()]) {
    const { body } = await full.call('POST /v1/audio/transcriptions', { as, body: { file }, headers });
    codes.push(body.error.code);
  }
  expect(codes).toEqual(['queue_limit_exceeded', 'queue_limit_exceeded']);
});

test.each(['whisper-1', 'gpt-4o-transcribe', 'gpt-4o-mini-transcribe-2025-12-15', 'auto'])(
  'the model %s is the choice of the deployment',
  async (model) => {
    const { body } = await send({ file: recording(), model }, completing);
    expect((await world.find(customer, body.transcription_id))?.request.model).toBe('auto');
  },
);
