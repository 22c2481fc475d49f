import { beforeEach, describe, expect, test } from 'vitest';
import { JobFailure } from '#lib/platform/errors.ts';
import { getTranscript } from '#lib/domain/transcriptions/get-transcript.ts';
import { leaseMs, nextJobSweepMs } from '#lib/domain/transcriptions/timing.ts';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import type { RecognizedChunk } from '#lib/speech/engines/recognize-heard.ts';
import type { RecognizedSegment } from '#lib/speech/engines/recognize.ts';
import { TranslatorFault } from '#lib/speech/translation/translator.ts';
import { caller } from '../../../support/protocol-world.ts';
import { startProtocol } from '../../../support/start-protocol.ts';
import { scriptedTranslator } from '../../../support/scripted-translator.ts';

const world = await startProtocol();
beforeEach(() => {
  world.script.translate = scriptedTranslator().translate;
});

/** The same speech with other fields of its segments. */
const change = (
  speech: RecognizedChunk,
  fields: (segment: RecognizedSegment) => Partial<RecognizedSegment>,
): RecognizedChunk => ({
  ...speech,
  segments: speech.segments.map((segment) => ({ ...segment, ...fields(segment) })),
});

const spanish = { translation: { target_language: 'es' } };

/** Runs a job with a translation until its chunks are recognized, and drops the message to its finisher. */
const aJoinedJob = async () => {
  const job = await world.queueUploaded(spanish);
  await world.splitWaiting();
  for (const message of world.queues.chunk.splice(0)) await world.recognize(message);
  world.queues.finish.length = 0;
  return { ...job, attempt: 1 };
};

/** The job's objects in the buckets. */
const leftOf = ({ id }: JobRef): string[] =>
  [...world.audio.objects.keys(), ...world.results.objects.keys()].filter((key) => key.includes(id));

const outOfReach = async (): Promise<never> => {
  throw new TranslatorFault('Amazon Translate failed: ThrottlingException.');
};

test('a job ends with its text in both languages, and only its result is kept', async () => {
  const job = await world.queueUploaded(spanish);
  await world.run();
  expect(await world.view(job)).toMatchObject({
    status: 'completed',
    transcript: 'Word0. Word1.',
    translated_text: 'ES(Word0.) ES(Word1.)',
    segments: [{ translated_text: 'ES(Word0.)' }, { translated_text: 'ES(Word1.)' }],
    billing: { status: 'charged', amount_usd: '0.005000' },
  });
  expect(leftOf(job)).toEqual([`results/prj_a.live/${job.id}.json`]);
});

test('captions show the translation alone or under the original', async () => {
  const job = await world.queueUploaded(spanish);
  await world.run();
  const file = async (language: 'translated' | 'both') => {
    const query = { format: 'srt', language } as const;
    return (await getTranscript(world.deps, caller, { id: job.id, query })).body;
  };
  expect(await file('translated')).toMatch(/^1\n.* --> .*\nES\(Word0\.\)\n\n2\n.* --> .*\nES\(Word1\.\)\n$/);
  expect(await file('both')).toMatch(/^1\n.* --> .*\nWord0\.\nES\(Word0\.\)\n/);
});

test('text translated by the speech model is not translated again', async () => {
  world.script.translate = outOfReach;
  const { recognize } = world.script;
  world.script.recognize = async (chunk) =>
    change(await recognize(chunk), (one) => ({ language: 'es', translatedText: `Heard ${one.text}` }));
  world.deps.translatesTo = ['en'];
  const job = await world.queueUploaded({ translation: { language_a: 'en', language_b: 'es' } });
  await world.run();
  world.script.recognize = recognize;
  world.deps.translatesTo = [];
  expect(await world.view(job)).toMatchObject({ translated_text: 'Heard Word0. Heard Word1.' });
});

test('a silent job has an empty translation', async () => {
  world.script.chunks = 0;
  const job = await world.queueUploaded(spanish);
  await world.run();
  world.script.chunks = 2;
  expect(await world.view(job)).toMatchObject({ status: 'completed', translated_text: '' });
});

describe('an unreachable translator', () => {
  test('an unreachable translator keeps the job in processing until it responds', async () => {
    const job = await aJoinedJob();
    world.script.translate = outOfReach;
    await expect(world.finish(job)).rejects.toMatchObject({ name: 'TranslatorFault' });
    expect(await world.view(job)).toMatchObject({ status: 'processing', translated_text: null });
    world.script.translate = scriptedTranslator().translate;
    await world.sweepAt(world.later(leaseMs + 1));
    expect(world.queues.finish).toEqual([]);
    await world.sweepAt(world.later(nextJobSweepMs(0) + 1));
    await world.run();
    expect(await world.view(job)).toMatchObject({
      status: 'completed',
      translated_text: 'ES(Word0.) ES(Word1.)',
    });
  });

  test('an unreachable translator fails the job at the last try, uncharged and without text', async () => {
    const job = await aJoinedJob();
    world.script.translate = outOfReach;
    await world.finish(job, true);
    expect(await world.view(job)).toMatchObject({
      status: 'failed',
      error: { type: 'translation_failed', retryable: true },
      transcript: null,
      billing: { status: 'not_charged', amount_usd: '0.000000' },
    });
    expect(leftOf(job)).toEqual([]);
  });

  test('another error at the last try does not fail the job as a translator outage', async () => {
    const job = await aJoinedJob();
    const { results } = world.deps;
    world.deps.results = { ...results, putOnce: () => Promise.reject(new Error('S3 is down.')) };
    await expect(world.finish(job, true)).rejects.toThrow('S3 is down.');
    world.deps.results = results;
    expect(await world.view(job)).toMatchObject({ status: 'processing' });
  });
});

describe('untranslatable speech', () => {
  test('a job that the translator refuses fails at once', async () => {
    const job = await aJoinedJob();
    world.script.translate = async () => {
      throw new JobFailure('translation_not_supported', 'Not here.');
    };
    await world.finish(job);
    expect(await world.view(job)).toMatchObject({ error: { type: 'translation_not_supported' } });
    expect(leftOf(job)).toEqual([]);
  });

  test('a job fails when a spoken language is not among the hints and cannot be translated', async () => {
    const { recognize } = world.script;
    world.script.recognize = async (chunk) =>
      change(await recognize(chunk), () => ({ language: chunk.index === 0 ? 'en' : 'fr' }));
    const job = await world.queueUploaded(spanish);
    await world.run();
    world.script.recognize = recognize;
    expect(await world.view(job)).toMatchObject({
      status: 'failed',
      error: {
        type: 'translation_not_supported',
        retryable: false,
        details: { source_language: 'fr', target_language: 'es' },
      },
      translated_text: null,
    });
  });
});

describe('during translation', () => {
  test('a job canceled during its translation leaves no text', async () => {
    const job = await aJoinedJob();
    const { translate } = scriptedTranslator();
    world.script.translate = async (...args) => {
      await world.erase(job);
      return translate(...args);
    };
    await world.finish(job);
    expect(await world.view(job)).toMatchObject({
      status: 'canceled',
      transcript: null,
      translated_text: null,
    });
    expect(leftOf(job)).toEqual([]);
  });

  test('a second finisher writes the same text, charges nothing and leaves nothing behind', async () => {
    const job = await aJoinedJob();
    let calls = 0;
    world.script.translate = async (texts) => {
      calls += 1;
      if (calls === 1) await world.finish(job);
      const mine = calls;
      return texts.map((text) => `${text} By ${mine}.`);
    };
    await world.finish(job);
    const { translated_text: text } = await world.view(job);
    expect(text).toBe('Word0. By 2. Word1. By 2.');
    expect(leftOf(job)).toEqual([`results/prj_a.live/${job.id}.json`]);
  });
});
