import { describe, expect, test } from 'vitest';
import type { Segment } from '#lib/domain/transcriptions/chunk-text.ts';
import { translateSegments } from '#lib/domain/transcriptions/translate-segments.ts';
import type { Translation } from '#lib/domain/transcriptions/transcription.ts';
import type { TextTranslator, TranslateOptions } from '#lib/speech/translation/translator.ts';
import { memoryBucket } from '../../../support/memory-bucket.ts';
import { inLanguage, scriptedTranslator } from '../../../support/scripted-translator.ts';
import { aTranscription } from '../../../support/transcription.ts';

const spanish: Translation = { type: 'one_way', target_language: 'es' };
const english: Translation = { type: 'one_way', target_language: 'en' };
const both: Translation = { type: 'two_way', language_a: 'en', language_b: 'es' };
const { signal } = new AbortController();

const said = (
  text: string,
  language: string | null = 'en',
  translatedText: string | null = null,
): Segment => ({
  ...{ startMs: 0, endMs: 1_000, text, translatedText, language, meanLogProb: -0.1, words: [] },
});

type Changes = {
  readonly translatesTo?: string[];
  readonly hints?: string[];
  readonly translate?: TextTranslator['translate'];
};

/** A translator that is watched, and a bucket that remembers. */
const aTranslator = (changes: Changes = {}) => {
  const { translatesTo = [], hints = [], translate = scriptedTranslator().translate } = changes;
  const asked: { texts: readonly string[]; ask: TranslateOptions }[] = [];
  const audio = memoryBucket();
  const translator = scriptedTranslator((texts, ask) => {
    asked.push({ texts, ask });
    return translate(texts, ask);
  });
  const run = (translation: Translation | null, segments: readonly Segment[]) => {
    const { request, ...job } = aTranscription();
    const asks = { ...request, translation, languageHints: hints };
    return translateSegments(
      { audio, translator, translatesTo },
      { ...job, request: asks },
      { segments, signal },
    );
  };
  return { run, asked, audio };
};

describe('what needs no translator', () => {
  test.each([
    ['a job without translation has none', null, said('Hello.'), null],
    ['speech in the wanted language is copied', english, said('Hello.'), ['Hello.']],
    ['of whatever region', { ...spanish, target_language: 'es-MX' }, said('Hola.', 'es'), ['Hola.']],
    ['what has no letters is copied', spanish, said('1984 …'), ['1984 …']],
  ] as const)('%s', async (_, translation, segment, expected) => {
    const { run, asked } = aTranslator();
    expect(await run(translation, [segment])).toEqual(expected);
    expect(asked).toEqual([]);
  });

  test('a translation by the speech model is taken before a translator is asked', async () => {
    const { run, asked } = aTranslator({ translatesTo: ['en'] });
    expect(await run(english, [said('Hallo.', 'de', 'Hello.')])).toEqual(['Hello.']);
    expect(await run(both, [said('Hola.', 'es', 'Hello.'), said('Yes.', 'en', 'Yes.')])).toEqual([
      'Hello.',
      inLanguage('es', 'Yes.'),
    ]);
    expect(asked).toHaveLength(1);
  });

  test('an empty translation by the speech model is none', async () => {
    const { run } = aTranslator({ translatesTo: ['en'] });
    expect(await run(english, [said('Hola.', 'es', '')])).toEqual([inLanguage('en', 'Hola.')]);
  });
});

describe('two-way', () => {
  test('each language goes into the other, and a third one into the first', async () => {
    const { run } = aTranslator();
    const segments = [said('Yes.'), said('Sí.', 'es'), said('Oui.', 'fr')];
    expect(await run(both, segments)).toEqual([
      inLanguage('es', 'Yes.'),
      inLanguage('en', 'Sí.'),
      inLanguage('en', 'Oui.'),
    ]);
  });
});

describe('a language that was not told', () => {
  test('is that of the rest of the speech, else the first hint', async () => {
    expect(await aTranslator().run(english, [said('Hola.', 'es'), said('Mm.', null)])).toEqual([
      inLanguage('en', 'Hola.'),
      inLanguage('en', 'Mm.'),
    ]);
    expect(await aTranslator({ hints: ['es'] }).run(english, [said('Mm.', null)])).toEqual([
      inLanguage('en', 'Mm.'),
    ]);
  });

  test('fails the job where nothing tells it', async () => {
    await expect(aTranslator().run(english, [said('Mm.', null)])).rejects.toMatchObject({
      type: 'translation_failed',
    });
  });
});

test('a language nobody here translates fails the job before anything is paid for', async () => {
  const { run, asked } = aTranslator();
  await expect(run(spanish, [said('Yes.'), said('Oui.', 'fr')])).rejects.toMatchObject({
    type: 'translation_not_supported',
    details: { source_language: 'fr', target_language: 'es' },
  });
  expect(asked).toEqual([]);
});

describe('many texts', () => {
  const segments = Array.from({ length: 50 }, (_, at) => said(`line ${at}`, at % 3 === 0 ? 'es' : 'en'));
  const expected = segments.map(({ text, language }) => inLanguage(language === 'es' ? 'en' : 'es', text));

  test('come back in order, asked for in runs of one pair that are no longer than the translator takes', async () => {
    const { run, asked } = aTranslator();
    expect(await run(both, segments)).toEqual(expected);
    for (const { texts } of asked) expect(Buffer.byteLength(texts.join('\n')) + 1).toBeLessThanOrEqual(30);
    expect(asked.flatMap(({ texts }) => texts)).toHaveLength(50);
    expect(Math.max(...asked.map(({ texts }) => texts.length))).toBeGreaterThan(1);
  });

  test('a try that fails half-way is gone on with where it ended', async () => {
    let left = 7;
    const { run, asked } = aTranslator({
      translate: async (texts, { to }) => {
        if ((left -= 1) === 0) throw new Error('Time is up.');
        return texts.map((text) => inLanguage(to, text));
      },
    });
    await expect(run(both, segments)).rejects.toThrow('Time is up.');
    const before = asked.splice(0).length;
    expect(await run(both, segments)).toEqual(expected);
    const all = aTranslator();
    await all.run(both, segments);
    expect(before + asked.length).toBe(all.asked.length + 1);
  });

  test('nothing is written after a failure was told', async () => {
    const slow = Promise.withResolvers<void>();
    const { run, audio } = aTranslator({
      translate: async (texts, { to }) => {
        if (to === 'es') throw new Error('Throttled.');
        await slow.promise;
        return texts.map((text) => inLanguage(to, text));
      },
    });
    const failed = run(both, [said('Sí.', 'es'), said('Yes.')]).then(
      () => 'done',
      () => audio.objects.size,
    );
    slow.resolve();
    expect(await failed).toBe(1);
  });

  test.each([
    ['fewer than were asked for', async () => ['x']],
    ['an empty one', async (texts: readonly string[]) => texts.map(() => ' ')],
  ])('%s are a fault, and not kept', async (_, translate) => {
    const { run, audio } = aTranslator({ translate });
    await expect(run(spanish, [said('a b'), said('c d')])).rejects.toMatchObject({ name: 'TranslatorFault' });
    expect([...audio.objects]).toEqual([]);
  });
});
