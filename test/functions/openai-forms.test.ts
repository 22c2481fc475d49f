import { expect, test } from 'vitest';
import { audioForms } from '../support/audio-forms.ts';
import { aResult, aSegment } from '../support/result.ts';
import { startWorld } from '../support/start-world.ts';

const { world, customer } = await startWorld();
const { recording, queued, send } = audioForms({ world, customer });

const result = aResult([
  aSegment([0, 1_000], 'hello', { words: [{ text: 'hello', startMs: 0, endMs: 1_000, confidence: 0.9 }] }),
  aSegment([1_500, 2_000], 'there'),
]);
const completing = () => world.complete(customer, queued(), result);

test.each([
  { 'timestamp_granularities[]': ['word', 'segment'], 'metadata[a]': 'b' },
  { timestamp_granularities: ['word', 'segment'], metadata: '{"a":"b"}' },
])('lists and objects are taken as OpenAI’s clients and as generated ones write them: %j', async (fields) => {
  const answer = await send({ file: recording(), response_format: 'verbose_json', ...fields }, completing);
  expect([answer.body.words?.length, answer.body.segments?.length]).toEqual([1, 2]);
  const job = await world.find(customer, answer.body.transcription_id);
  expect(job?.request.metadata).toEqual({ a: 'b' });
});

test('a list of one is a list', async () => {
  const body = { file: recording(), response_format: 'verbose_json', timestamp_granularities: 'word' };
  expect((await send(body, completing)).body.words).toHaveLength(1);
});

test('the terms and languages that OpenAI’s newer models take are those of the job', async () => {
  const body = { file: recording(), model: 'gpt-transcribe', 'keywords[]': ['Manette', 'Lorry'] };
  let job: Awaited<ReturnType<typeof world.find>>;
  await send({ ...body, language: 'en', 'languages[]': ['en-GB', 'en'] }, async () => {
    // Reads the job now, because the end of the job erases the terms.
    job = await world.find(customer, queued());
    await completing();
  });
  expect(job?.request).toMatchObject({
    languageHints: ['en', 'en-GB'],
    customVocabulary: ['Manette', 'Lorry'],
  });
});
