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
  channel: null,
  startMs: 0,
  endMs: 1_000,
  text,
  translatedText,
  language,
  languageConfidence: null,
  model: 'moonshine-tiny',
  meanLogProb: -0.1,
  words: [],
});

type Changes = {
  readonly translatesTo?: string[];
  readonly hints?: string[];
  readonly translate?: TextTranslator['translate'];
};

/** A scripted translator that records its calls, and an in-memory bucket. */
const aTranslator = (changes: Changes = {}) => {
  const { translatesTo = [], hints = [], translate = scriptedTranslator().translate } = changes;
  const calls: { texts: readonly string[]; ask: TranslateOptions }[] = [];
  const audio = memoryBucket();
  const translator = scriptedTranslator((texts, ask) => {
    calls.push({ texts, ask });
    return translate(texts, ask);
  });
  const run = (translation: Translation | null, segments: readonly Segment[]) => {
    const { request, ...job } = aTranscription();
    const options = { ...request, translation, languageHints: hints };
    return translateSegments(
      { audio, translator, translatesTo },
      { ...job, request: options },
      { segments, signal },
    );
  };
  return { run, calls, audio };
};

describe('segments without translator', () => {
  test.each([
    ['a job without translation has none', null, said('Hello.'), null],
    ['speech in the target language is copied', english, said('Hello.'), ['Hello.']],
    [
      'speech in another region of the target language is copied',
      { ...spanish, target_language: 'es-MX' },
      said('Hola.', 'es'),
      ['Hola.'],
    ],
    ['text without letters is copied', spanish, said('1984 …'), ['1984 …']],
  ] as const)('%s', async (_, translation, segment, expected) => {
    const { run, calls } = aTranslator();
    expect(await run(translation, [segment])).toEqual(expected);
    expect(calls).toEqual([]);
  });

  test('a translation by the speech model is used before the translator is called', async () => {
    const { run, calls } = aTranslator({ translatesTo: ['en'] });
    expect(await run(english, [said('Hallo.', 'de', 'Hello.')])).toEqual(['Hello.']);
    expect(await run(both, [said('Hola.', 'es', 'Hello.'), said('Yes.', 'en', 'Yes.')])).toEqual([
      'Hello.',
      inLanguage('es', 'Yes.'),
    ]);
    expect(calls).toHaveLength(1);
  });

  test('an empty translation by the speech model does not count', async () => {
    const { run } = aTranslator({ translatesTo: ['en'] });
    expect(await run(english, [said('Hola.', 'es', '')])).toEqual([inLanguage('en', 'Hola.')]);
  });
});

describe('two-way', () => {
  test('in a two-way translation each language becomes the other, and a third one the first', async () => {
    const { run } = aTranslator();
    const segments = [said('Yes.'), said('Sí.', 'es'), said('Oui.', 'fr')];
    expect(await run(both, segments)).toEqual([
      inLanguage('es', 'Yes.'),
      inLanguage('en', 'Sí.'),
      inLanguage('en', 'Oui.'),
    ]);
  });
});

describe('unknown languages', () => {
  test('a segment without a language has that of the rest of the speech, else the first hint', async () => {
    expect(await aTranslator().run(english, [said('Hola.', 'es'), said('Mm.', null)])).toEqual([
      inLanguage('en', 'Hola.'),
      inLanguage('en', 'Mm.'),
    ]);
    expect(await aTranslator({ hints: ['es'] }).run(english, [said('Mm.', null)])).toEqual([
      inLanguage('en', 'Mm.'),
    ]);
  });

  test('a job whose language remains unknown fails', async () => {
    await expect(aTranslator().run(english, [said('Mm.', null)])).rejects.toMatchObject({
      type: 'translation_failed',
    });
  });
});

test('an untranslatable language fails the job before the translator is called', async () => {
  const { run, calls } = aTranslator();
  await expect(run(spanish, [said('Yes.'), said('Oui.', 'fr')])).rejects.toMatchObject({
    type: 'translation_not_supported',
    details: { source_language: 'fr', target_language: 'es' },
  });
  expect(calls).toEqual([]);
});

describe('many texts', () => {
  const segments = Array.from({ length: 50 }, (_, at) => said(`line ${at}`, at % 3 === 0 ? 'es' : 'en'));
  const expected = segments.map(({ text, language }) => inLanguage(language === 'es' ? 'en' : 'es', text));

  test("translations keep their order, in requests of one language pair within the translator's size limit", async () => {
    const { run, calls } = aTranslator();
    expect(await run(both, segments)).toEqual(expected);
    for (const { texts } of calls) expect(Buffer.byteLength(texts.join('\n')) + 1).toBeLessThanOrEqual(30);
    expect(calls.flatMap(({ texts }) => texts)).toHaveLength(50);
    expect(Math.max(...calls.map(({ texts }) => texts.length))).toBeGreaterThan(1);
  });

  test('a retry continues where a partly failed attempt ended', async () => {
    let left = 7;
    const { run, calls } = aTranslator({
      translate: async (texts, { to }) => {
        if ((left -= 1) === 0) throw new Error('Time is up.');
        return texts.map((text) => inLanguage(to, text));
      },
    });
    await expect(run(both, segments)).rejects.toThrow('Time is up.');
    const before = calls.splice(0).length;
    expect(await run(both, segments)).toEqual(expected);
    const all = aTranslator();
    await all.run(both, segments);
    expect(before + calls.length).toBe(all.calls.length + 1);
  });

  test('nothing is written after a failure was reported', async () => {
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
    ['fewer translations than texts', async () => ['x']],
    ['an empty translation', async (texts: readonly string[]) => texts.map(() => ' ')],
  ])('%s is a translator fault and is not stored', async (_, translate) => {
    const { run, audio } = aTranslator({ translate });
    await expect(run(spanish, [said('a b'), said('c d')])).rejects.toMatchObject({ name: 'TranslatorFault' });
    expect([...audio.objects]).toEqual([]);
  });
});
