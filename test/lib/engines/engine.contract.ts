import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ask, Recognition, SpeechEngine } from '#lib/engines/engine.ts';

/** What every engine keeps. `speech` is 16 kHz, one to eight seconds of a sentence in a language of the engine. */
export const describeEngine = (
  name: string,
  load: () => Promise<{ engine: SpeechEngine; speech: Float32Array }>,
): void => {
  describe(`a speech engine: ${name}`, { timeout: 30_000 }, () => {
    let engine: SpeechEngine;
    let speech: Float32Array;
    beforeAll(async () => ({ engine, speech } = await load()));
    afterAll(() => engine.close());

    const ask: Ask = {
      languageHints: ['en'],
      vocabulary: [],
      context: null,
      translateTo: null,
      words: true,
      signal: new AbortController().signal,
    };
    const hear = (changes: Partial<Ask> = {}): Promise<Recognition> =>
      engine.recognize(speech, { ...ask, ...changes });

    test('speech becomes text without space around it', async () => {
      const { text, complete, tokens } = await hear();
      expect(text).not.toBe('');
      expect(text).toBe(text.trim());
      expect(complete).toBe(true);
      expect(tokens).toBeGreaterThan(0);
    });

    test('the mean log-probability is one', async () => {
      expect((await hear()).meanLogProb).toBeLessThan(0);
    });

    test('the language is one it offers, or unknown', async () => {
      const { language } = await hear();
      const { languages } = engine.capabilities;
      const isOffered = language === null || languages.includes(language);
      expect(isOffered).toBe(true);
    });

    test('the words are those of the text, in order, within the audio', async () => {
      const { text, words } = await hear();
      expect(words.map((word) => word.text).join(' ')).toBe(text);
      let last = 0;
      for (const { startMs, endMs, confidence } of words) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        last = startMs;
      }
      expect(words.at(-1)?.endMs).toBeLessThanOrEqual(speech.length / 16);
    });

    test('no words when none are asked for, and the same text', async () => {
      const { text, words } = await hear({ words: false });
      expect(words).toEqual([]);
      expect(text).toBe((await hear()).text);
    });

    test('the same audio gives the same answer', async () => {
      expect(await hear()).toEqual(await hear());
    });

    test('it leaves the audio as it is', async () => {
      const before = speech.slice();
      await hear();
      expect(speech).toEqual(before);
    });

    test('an abort is honoured, and the engine still works afterwards', async () => {
      const reason = new Error('the lease is lost');
      await expect(hear({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect((await hear()).text).not.toBe('');
    });
  });
};
