import { expect, test } from 'vitest';
import { Limits } from '#lib/platform/limits/limits.ts';
import { audioForms } from '../support/audio-forms.ts';
import { startWorld } from '../support/start-world.ts';

const { world, customer } = await startWorld(Limits.parse({ requestsPerMinute: 1_000 }));
const { recording, queued, send } = audioForms({ world, customer });

const completing = () => world.complete(customer, queued());

test('a job that fails for good is answered with its failure, also when it failed between two requests, and the audio is not recognized again', async () => {
  const body = { file: recording() };
  const failing = () =>
    world.fail(customer, queued(), {
      type: 'audio_unreadable',
      message: 'It is cut off.',
      retryable: false,
      details: {},
    });
  const late = await send(body, async () => {
    world.clock.now = new Date(world.clock.now.getTime() + 30_000);
  });
  expect(late.status).toBe(409);
  await failing();
  const sent = world.sent.split.length;
  const failed = await send(body, completing);
  expect([failed.status, failed.body.error.type, failed.body.error.code]).toEqual([
    400,
    'transcription_failed',
    'audio_unreadable',
  ]);
  expect(failed.body.error.details.transcription_id).toBe(late.body.error.details.transcription_id);
  expect(world.sent.split.length).toBe(sent);
});

test('a job that fails for a while is answered 503, and does not stand in the way when the clients try again', async () => {
  const failing = () =>
    world.fail(customer, queued(), {
      type: 'internal_error',
      message: 'Try again.',
      retryable: true,
      details: {},
    });
  const body = { file: recording() };
  expect((await send(body, failing)).status).toBe(503);
  expect((await send(body, completing)).status).toBe(200);
});

test.each(['internal_error', 'insufficient_credits', 'test_quota_exceeded'] as const)(
  'after the answer to %s, the same Idempotency-Key gets 400, which clients do not send again',
  async (type) => {
    const headers = { 'idempotency-key': `a-key-whose-job-fails-of-${type}` };
    const body = { file: recording() };
    const error = { type, message: 'Something failed.', retryable: true, details: {} };
    const first = await send(body, () => world.fail(customer, queued(), error), { headers });
    expect(first.status).toBe(
      { internal_error: 503, insufficient_credits: 402, test_quota_exceeded: 429 }[type],
    );
    const again = await send(body, completing, { headers });
    expect([again.status, again.body.error.type, again.body.error.retryable]).toEqual([
      400,
      'transcription_failed',
      false,
    ]);
    expect(again.body.error.details).toEqual({ transcription_id: queued(), failure: type });
    expect(again.body.error.message).toContain('new Idempotency-Key');
  },
);
