import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecognizeOptions, SpeechEngine } from '#lib/speech/engines/engine.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { loadWhisper } from '#lib/speech/engines/whisper.ts';
import { needs } from '../../../support/speech.ts';
import { say, tinyRuntime } from '../../../support/whisper/tiny-whisper.ts';
import { describeEngine } from './engine.contract.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';

const model = speechModels['whisper-tiny'];

describe.skipIf(needs.runtime !== '')(`Whisper${needs.runtime}`, () => {
  const dir = mkdtempSync(join(tmpdir(), 'earshot-whisper-'));
  const runtime = (withAttention: boolean): string =>
    tinyRuntime(mkdtempSync(join(dir, 'runtime-')), model.folder, { withAttention });
  const load = (): Promise<SpeechEngine> => loadWhisper({ speechDir: runtime(true), model });
  afterAll(() => rmSync(dir, { recursive: true }));

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
    const hear = (speech: Float32Array, changes: Partial<RecognizeOptions> = {}) =>
      engine.recognize(speech, { ...ask, ...changes });

    test('it tells the language and writes in it', async () => {
      expect(await hear(say('en', 0, 1))).toMatchObject({ language: 'en', text: 'good morning' });
      expect(await hear(say('de', 0, 1))).toMatchObject({ language: 'de', text: 'guten Morgen' });
      expect(await hear(say('zh', 0, 1))).toMatchObject({ language: 'zh', text: '早上' });
    });

    test('hints leave it no other languages', async () => {
      const speech = say('de', 0, 1);
      expect((await hear(speech, { languageHints: ['en-GB'] })).text).toBe('good morning');
      expect((await hear(speech, { languageHints: ['en', 'fr'] })).language).toBe('en');
      expect((await hear(speech, { languageHints: ['fr', 'de-AT'] })).language).toBe('de');
    });

    test('it translates into English, and English is its own translation', async () => {
      const [german, english] = [say('de', 0, 1), say('en', 0, 1)];
      expect(await hear(german, { translateTo: 'en' })).toMatchObject({
        text: 'guten Morgen',
        translatedText: 'good morning',
        language: 'de',
      });
      expect((await hear(english, { translateTo: 'en' })).translatedText).toBe('good morning');
      expect((await hear(german)).translatedText).toBeNull();
    });

    test('the beam keeps each text with its own past, whatever their order', async () => {
      expect((await hear(say('en', 2, 3, 4))).text).toBe('witch spell brew');
    });

    test('the vocabulary and the context change what it hears', async () => {
      const speech = say('en', 0, 5);
      expect((await hear(speech)).text).toBe('good Lisbon');
      expect((await hear(speech, { vocabulary: ['Lisboa'] })).text).toBe('good Lisboa');
      expect((await hear(speech, { context: 'morning in Portugal' })).text).toBe('good Lisboa');
    });

    test('of a context that is too long the end counts', async () => {
      const speech = say('en', 0, 5);
      const long = 'morning '.repeat(250);
      expect((await hear(speech, { context: `Portugal ${long}` })).text).toBe('good Lisbon');
      expect((await hear(speech, { context: `${long} in Portugal` })).text).toBe('good Lisboa');
    });

    test('words are where the attention was', async () => {
      const { words } = await hear(say('en', 0, 1, 5));
      expect(words.map(({ text }) => text)).toEqual(['good', 'morning', 'Lisbon']);
      words.forEach(({ startMs }, i) => expect(Math.abs(startMs - i * 500)).toBeLessThanOrEqual(60));
      expect(words.at(-1)?.endMs).toBeLessThanOrEqual(1_500);
    });

    test('a language without spaces has its words too', async () => {
      const { words } = await hear(say('zh', 0, 1));
      expect(words.map(({ text }) => text)).toEqual(['早', '上']);
    });

    test('what must not be written is not', async () => {
      expect((await hear(say('en', 6))).text).toBe('number');
    });

    test('silence is no words', async () => {
      expect(await hear(new Float32Array(32_000))).toMatchObject({ text: '', words: [], complete: true });
    });

    test('a full window of 30 s is heard to its end', async () => {
      const minute = Array.from({ length: 60 }, (_, i) => i % 2);
      const { text, complete } = await hear(say('en', ...minute));
      expect(text).toBe('good morning '.repeat(30).trim());
      expect(complete).toBe(true);
    });

    test('its languages are those of the catalogue', () => {
      const { languages } = engine.capabilities;
      expect([...languages, 'nb'].toSorted()).toEqual(model.languages.toSorted());
    });
  });

  test('an export without attentions has no word times, and says so', async () => {
    const engine = await loadWhisper({ speechDir: runtime(false), model });
    expect(engine.capabilities.words).toBe(false);
    expect(await engine.recognize(say('en', 0, 1), ask)).toMatchObject({ text: 'good morning', words: [] });
    await engine.close();
  });
});
