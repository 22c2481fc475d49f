import { expect, test } from 'vitest';
import { canTranslate } from '#lib/speech/translation/language-pairs.ts';
import type { TextTranslator } from '#lib/speech/translation/translator.ts';

const pair = { from: 'en', to: 'es' } as const;
const { signal } = new AbortController();

/** The contract of a translator, tested from English to Spanish. */
export const translatorContract = (open: () => TextTranslator): void => {
  test('a translator lists its pairs and no unknown language', () => {
    expect(canTranslate(open(), 'en-GB', 'es-ES')).toBe(true);
    expect(canTranslate(open(), 'en', 'tlh')).toBe(false);
    expect(open().targetsOf('tlh')).toEqual([]);
  });

  test('a translator returns one translation per text in order', async () => {
    const texts = Array.from({ length: 200 }, (_, at) => `Number ${at} is a house`);
    const translated = await open().translate(texts, { ...pair, signal });
    expect(translated.map((text) => Number(/\d+/.exec(text)?.[0]))).toEqual(texts.map((_, at) => at));
  });

  test('a translator keeps words that it cannot translate', async () => {
    const texts = ['Добрый день 日本語 😀', 'the\nred cat'];
    const translated = await open().translate(texts, { ...pair, signal });
    expect(translated).toHaveLength(2);
    expect(translated[0]).toContain('日本語 😀');
    expect(translated[1]).not.toContain('\n');
  });

  test('an aborted translation rejects with a TranslatorFault', async () => {
    const asked = open().translate(['a house'], { ...pair, signal: AbortSignal.abort() });
    await expect(asked).rejects.toMatchObject({ name: 'TranslatorFault' });
  });
};
