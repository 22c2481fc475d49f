import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aResult, aSegment } from '../../../support/result.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

const route = 'POST /v1/audio/translations';
const file = () => new File(['audio'], 'call.mp3', { type: 'audio/mpeg' });

test('the answer is the English text of a job with a translation', async () => {
  const result = aResult([aSegment([0, 1_000], 'hola', { translatedText: 'Hello.' })], 'Hello.');
  const sleep = async () => {
    await world.complete(customer, world.sent.split.at(-1)?.id ?? '', result);
    await setImmediate();
  };
  const body = { file: file(), response_format: 'verbose_json' };
  const { body: answer } = await world.callWith({ sleep })(route, { as: customer.live, body });
  expect(answer).toMatchObject({
    text: 'Hello.',
    task: 'translate',
    language: 'english',
    segments: [{ text: 'Hello.' }],
  });
  const job = await world.find(customer, answer.transcription_id);
  expect(job?.request.translation).toEqual({ type: 'one_way', target_language: 'en' });
});

test('a file that was transcribed a moment ago is translated by a job of its own', async () => {
  const recording = new File(['another'], 'call.mp3', { type: 'audio/mpeg' });
  const result = aResult([aSegment([0, 1_000], 'hola', { translatedText: 'Hello.' })], 'Hello.');
  const sleep = async () => {
    await world.complete(customer, world.sent.split.at(-1)?.id ?? '', result);
    await setImmediate();
  };
  const ask = { as: customer.live, body: { file: recording } };
  const { body: transcribed } = await world.callWith({ sleep })('POST /v1/audio/transcriptions', ask);
  const { body: translated } = await world.callWith({ sleep })(route, ask);
  expect([transcribed.text, translated.text]).toEqual(['hola', 'Hello.']);
  expect(translated.transcription_id).not.toBe(transcribed.transcription_id);
});

test('a language is refused, as OpenAI has none here', async () => {
  const { status, body } = await world.call(route, {
    as: customer.live,
    body: { file: file(), language: 'es' },
  });
  expect([status, body.error.param]).toEqual([400, 'language']);
});
