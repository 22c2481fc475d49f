import { setImmediate } from 'node:timers/promises';
import OpenAI from 'openai';
import { expect, test } from 'vitest';
import { Limits } from '#lib/platform/limits/limits.ts';
import { aResult, aSegment } from '../support/result.ts';
import { startWorld } from '../support/start-world.ts';
import { worldFetch } from '../support/world-fetch.ts';

/* Tests the functions with OpenAI's own client for Node. */

const { world, customer } = await startWorld(Limits.parse({ requestsPerMinute: 1_000 }));

const result = { ...aResult([aSegment([0, 1_000], 'hello')]), translatedText: 'Hello.' };

/** The client. A worker completes each job during the request. */
const client = (apiKey = customer.live.key, looks = 1) => {
  let looked = 0;
  const sleep = async () => {
    await setImmediate();
    world.clock.now = new Date(world.clock.now.getTime() + 30_000);
    if ((looked += 1) >= looks) await world.complete(customer, world.sent.split.at(-1)?.id ?? '', result);
  };
  const fetch = worldFetch({ ...world.deps, sleep });
  return new OpenAI({ apiKey, baseURL: 'https://api.example/v1', fetch });
};

let made = 0;
const file = () => new File([`audio ${(made += 1)}`], 'call.mp3');

test('OpenAI’s client lists the models', async () => {
  const { data } = await client().models.list();
  expect(data.map(({ id }) => id)).toEqual(['auto', 'moonshine-tiny']);
});

test('OpenAI’s client transcribes a file', async () => {
  const { text, usage } = await client().audio.transcriptions.create({ file: file(), model: 'whisper-1' });
  expect([text, usage]).toEqual(['hello', { type: 'duration', seconds: 1.2 }]);
});

test('OpenAI’s client gets subtitles as text, and times in seconds', async () => {
  const { transcriptions } = client().audio;
  const srt = await transcriptions.create({ file: file(), model: 'whisper-1', response_format: 'srt' });
  expect(srt).toMatch(/^1\n00:00:00,000 --> /);
  const verbose = await transcriptions.create({
    file: file(),
    model: 'whisper-1',
    response_format: 'verbose_json',
    timestamp_granularities: ['word', 'segment'],
  });
  expect([verbose.duration, verbose.segments?.[0]?.end, verbose.words]).toEqual([1.2, 1, []]);
});

test('OpenAI’s client translates a file into English', async () => {
  const { text } = await client().audio.translations.create({ file: file(), model: 'whisper-1' });
  expect(text).toBe('Hello.');
});

test('OpenAI’s client tries again by itself when a job takes longer than a request, and one job is made', async () => {
  const queued = world.sent.split.length;
  const { text } = await client(undefined, 2).audio.transcriptions.create({
    file: file(),
    model: 'whisper-1',
  });
  expect([text, world.sent.split.length - queued]).toEqual(['hello', 1]);
});

test('OpenAI’s client throws its own errors, with the code and the field', async () => {
  const { transcriptions } = client().audio;
  const wrong = transcriptions.create({ file: file(), model: 'gpt-4o-transcribe-diarize' });
  await expect(wrong).rejects.toThrow(OpenAI.BadRequestError);
  await expect(wrong).rejects.toMatchObject({
    status: 400,
    code: 'invalid_request',
    type: 'invalid_request',
    param: 'model',
  });
  const unknown = client('es_live_nobody').audio.transcriptions.create({ file: file(), model: 'whisper-1' });
  await expect(unknown).rejects.toThrow(OpenAI.AuthenticationError);
});
