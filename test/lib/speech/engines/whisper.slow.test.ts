import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecognizeOptions, SpeechEngine } from '#lib/speech/engines/engine.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { loadWhisper } from '#lib/speech/engines/whisper.ts';
import { needs } from '../../../support/speech.ts';
import { say, tinyRuntime } from '../../../support/whisper/tiny-whisper.ts';
import { describeEngine } from './engine.contract.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';
import { testFolder } from '../../../support/test-folder.ts';

const model = speechModels['whisper-tiny'];

describe.skipIf(needs.runtime !== '')(`Whisper${needs.runtime}`, () => {
  const dir = testFolder();
  const load = (): Promise<SpeechEngine> =>
    loadWhisper({ speechDir: tinyRuntime(mkdtempSync(join(dir, 'runtime-')), model.folder), model });

  describeEngine('Whisper, a tiny model of its interface', async () => ({
    engine: await load(),
    speech: say('en', 0, 1),
  }));

  describe('on a tiny model of its interface', () => {
    let engine: SpeechEngine;
    beforeAll(async () => {
      engine = await load();
    });
    afterAll(() => engine.close());
    const recognize = (speech: Float32Array, changes: Partial<RecognizeOptions> = {}) =>
      engine.recognize(speech, { ...ask, ...changes });

    test('Whisper detects the language and writes in it', async () => {
      expect(await recognize(say('en', 0, 1))).toMatchObject({ language: 'en', text: 'good morning' });
      expect(await recognize(say('de', 0, 1))).toMatchObject({ language: 'de', text: 'guten Morgen' });
      expect(await recognize(say('zh', 0, 1))).toMatchObject({ language: 'zh', text: '早上' });
    });

    test('the confidence in a language is its probability among those allowed, and null without a choice', async () => {
      const confidence = async (...languageHints: string[]) =>
        (await recognize(say('de', 0, 1), { languageHints })).languageConfidence;
      const all = await confidence();
      const two = await confidence('en', 'de');
      expect(all).toBeGreaterThan(0.5);
      expect(two).toBeGreaterThanOrEqual(all ?? 1);
      expect(two).toBeLessThanOrEqual(1);
      expect(await confidence('en')).toBeNull();
    });

    test('a known language is written however unlikely it is, with its probability', async () => {
      const speech = say('de', 0, 1);
      const known = await recognize(speech, { language: 'en' });
      expect(known).toMatchObject({ language: 'en', text: 'good morning' });
      expect(known.languageConfidence).toBeLessThan(0.5);
      expect(await recognize(speech, { language: 'xx' })).toMatchObject({ language: 'de' });
    });

    test('the language of a short piece is detected with its probability, among the hints if there are any', async () => {
      const piece = say('de', 0, 1);
      const detected = await engine.detectLanguage?.(piece, { languageHints: [] });
      expect(detected).toEqual({ language: 'de', probability: expect.closeTo(1, 1) });
      const hinted = { languageHints: ['en', 'fr'] };
      expect(await engine.detectLanguage?.(piece, hinted)).toMatchObject({ language: 'en' });
    });

    test('a clear language is detected whatever was spoken before', async () => {
      const afterEnglish = { languageHints: [], languageBefore: 'en' };
      expect(await engine.detectLanguage?.(say('de', 0, 1), afterEnglish)).toMatchObject({ language: 'de' });
    });

    test('hints exclude other languages', async () => {
      const speech = say('de', 0, 1);
      expect((await recognize(speech, { languageHints: ['en-GB'] })).text).toBe('good morning');
      expect((await recognize(speech, { languageHints: ['en', 'fr'] })).language).toBe('en');
      expect((await recognize(speech, { languageHints: ['fr', 'de-AT'] })).language).toBe('de');
    });

    test('Whisper translates into English, and English is its own translation', async () => {
      const german = say('de', 0, 1);
      const english = say('en', 0, 1);
      expect(await recognize(german, { translateTo: 'en' })).toMatchObject({
        text: 'guten Morgen',
        translatedText: 'good morning',
        language: 'de',
      });
      expect((await recognize(english, { translateTo: 'en' })).translatedText).toBe('good morning');
      expect((await recognize(german)).translatedText).toBeNull();
    });

    test('each hypothesis keeps its own caches when the beam is reordered', async () => {
      expect((await recognize(say('en', 2, 3, 4))).text).toBe('witch spell brew');
    });

    test('vocabulary and names in the context change the recognized text', async () => {
      const speech = say('en', 0, 5);
      expect((await recognize(speech)).text).toBe('good Lisbon');
      expect((await recognize(speech, { vocabulary: ['Lisboa'] })).text).toBe('good Lisboa');
      expect((await recognize(speech, { context: 'A flight to Lisboa.' })).text).toBe('good Lisboa');
    });

    test('word times follow the cross-attention', async () => {
      const { words } = await recognize(say('en', 0, 1, 5));
      expect(words.map(({ text }) => text)).toEqual(['good', 'morning', 'Lisbon']);
      words.forEach(({ startMs }, i) => expect(Math.abs(startMs - i * 500)).toBeLessThanOrEqual(60));
      expect(words.at(-1)?.endMs).toBeLessThanOrEqual(1_500);
    });

    test('a language without spaces has words too', async () => {
      const { words } = await recognize(say('zh', 0, 1));
      expect(words.map(({ text }) => text)).toEqual(['早', '上']);
    });

    test('suppressed tokens are not written', async () => {
      expect((await recognize(say('en', 6))).text).toBe('number');
    });

    test('silence gives no words', async () => {
      expect(await recognize(new Float32Array(32_000))).toMatchObject({
        text: '',
        words: [],
        complete: true,
      });
    });

    test('a full window of 30 s is recognized to its end', async () => {
      const minute = Array.from({ length: 60 }, (_, i) => i % 2);
      const { text, complete } = await recognize(say('en', ...minute));
      expect(text).toBe('good morning '.repeat(30).trim());
      expect(complete).toBe(true);
    });

    test('the languages of the model are those of the catalogue', () => {
      const { languages } = engine.capabilities;
      expect([...languages, 'nb'].toSorted()).toEqual(model.languages.toSorted());
    });
  });
});
