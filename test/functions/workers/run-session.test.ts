import { expect, test } from 'vitest';
import * as endSession from '#functions/workers/end-session.ts';
import { createHandler } from '#functions/workers/run-session.ts';
import { newResumeToken } from '#lib/domain/realtime/credentials.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { namingModels, soundBytes } from '../../support/loud-voices.ts';
import { startRealtimeWorld } from '../../support/realtime-world.ts';

const { world, customer, deps, posted, open } = await startRealtimeWorld();
const format = { sampleRateHz: 16_000, channels: 1 } as const;
const voice = soundBytes(
  [
    { ms: 900, kind: 'voice' },
    { ms: 600, kind: 'silence' },
  ],
  format,
);

const end = endSession.createHandler(deps);
const run = createHandler({
  ...deps,
  requestEnd: (message) => end(message, lambdaContext),
  models: namingModels(),
  newToken: newResumeToken,
  every: () => () => {},
  sleep: async (ms) => {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
  },
});

const eventsTo = (connectionId: string) =>
  posted.filter(({ to }) => to === connectionId).map(({ event }) => event);

test('a session is recognized to its end, told to its client, and becomes a completed transcription', async () => {
  const { session, ref, send, find } = await open('speaker');
  await send({ type: 'audio', offset: 0, data: voice.subarray(0, 24_000).toString('base64') });
  await send({ type: 'audio', offset: 24_000, data: voice.subarray(24_000).toString('base64') });
  await send({ type: 'finish', offset: voice.length });
  await run(ref, lambdaContext);
  const events = eventsTo('speaker');
  expect(events[0]).toMatchObject({ type: 'session.started', connection: 1 });
  const [final] = events.flatMap((event) => (event.type === 'transcript.final' ? [event] : []));
  expect(events.at(-1)).toMatchObject({
    ...{ type: 'session.finished', reason: 'finish', audio_ms: 1_500, segments: 1 },
    transcription_id: session.transcription_id,
  });
  expect(await find()).toMatchObject({ status: 'completed', endReason: 'finish', committedMs: 1_500 });
  const job = await world.call('GET /v1/transcriptions/{transcription_id}', {
    as: customer.live,
    params: { transcription_id: session.transcription_id },
  });
  expect(job.body).toMatchObject({
    status: 'completed',
    transcript: final?.segment.text,
    billing: { status: 'charged', billed_ms: 1_500, amount_usd: '0.000125' },
  });
});

test('a message about a session that has ended runs nothing', async () => {
  const { ref, send, find } = await open('again');
  await send({ type: 'finish', offset: 0 });
  await run(ref, lambdaContext);
  const ended = await find();
  await run(ref, lambdaContext);
  expect(await find()).toEqual(ended);
});

test('a message of another form fails', async () => {
  await expect(run({ id: 'rts_a' }, lambdaContext)).rejects.toThrow('tenant');
});
