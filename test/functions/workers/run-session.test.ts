import { beforeEach, expect, test } from 'vitest';
import * as endSession from '#functions/workers/end-session.ts';
import { createHandler } from '#functions/workers/run-session.ts';
import { newResumeToken } from '#lib/domain/realtime/credentials.ts';
import { handoverMs } from '#lib/domain/realtime/timing.ts';
import type { RecognizeOptions, SpeechEngine } from '#lib/speech/engines/engine.ts';
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

/** The options of all calls to the engines. */
const asked: RecognizeOptions[] = [];
beforeEach(() => void (asked.length = 0));
const naming = namingModels();
const models = naming.models.map(({ model, engine }) => ({
  model,
  engine: {
    ...engine,
    recognize: (...[pcm, options, draft]: Parameters<SpeechEngine['recognize']>) => {
      asked.push(options);
      return engine.recognize(pcm, options, draft);
    },
  },
}));

const end = endSession.createHandler(deps);
const run = createHandler({
  ...deps,
  requestEnd: (message) => end(message, lambdaContext),
  models: { ...naming, models },
  newToken: newResumeToken,
  every: () => () => {},
  sleep: async (ms) => {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
  },
});

const eventsTo = (connectionId: string) =>
  posted.filter(({ to }) => to === connectionId).map(({ event }) => event);
const finalsTo = (connectionId: string) =>
  eventsTo(connectionId).flatMap((event) => (event.type === 'transcript.final' ? [event.segment] : []));

/** Sends the voice in two messages. */
const speak = async (send: (message: object) => Promise<unknown>, from = 0) => {
  for (const at of [0, 24_000]) {
    const data = voice.subarray(at, at + 24_000).toString('base64');
    await send({ type: 'audio', offset: from + at, data });
  }
};

test('a session is recognized with its terms to its end, told to its client, and becomes a completed transcription', async () => {
  const wanted = { custom_vocabulary: ['Earshot'], context: 'A call about ears.' };
  const { session, ref, send, find } = await open('speaker', wanted);
  await speak(send);
  await send({ type: 'finish', offset: voice.length });
  await run(ref, lambdaContext);
  const { custom_vocabulary: vocabulary, context } = wanted;
  expect(asked[0]).toMatchObject({ vocabulary, context });
  const events = eventsTo('speaker');
  expect(events[0]).toMatchObject({ type: 'session.started', connection: 1 });
  const [final] = finalsTo('speaker');
  expect(events.at(-1)).toMatchObject({
    type: 'session.finished',
    reason: 'finish',
    audio_ms: 1_500,
    segments: 1,
    transcription_id: session.transcription_id,
  });
  expect(await find()).toMatchObject({ status: 'completed', endReason: 'finish', committedMs: 1_500 });
  const job = await world.call('GET /v1/transcriptions/{transcription_id}', {
    as: customer.live,
    params: { transcription_id: session.transcription_id },
  });
  expect(job.body).toMatchObject({
    status: 'completed',
    transcript: final?.text,
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

test('a runner goes on after what the one before has decided, in its language', async () => {
  const { ref, send } = await open('paused');
  await speak(send);
  await run(ref, { ...lambdaContext, getRemainingTimeInMillis: () => handoverMs - 1 });
  asked.length = 0;
  await speak(send, voice.length);
  await send({ type: 'finish', offset: 2 * voice.length });
  await run(ref, lambdaContext);
  const [first, second, ...more] = finalsTo('paused');
  expect(second?.start_ms).toBeGreaterThan(first?.end_ms ?? Infinity);
  expect([asked[0]?.languageBefore, more]).toEqual([first?.language, []]);
});
