import { describe, expect, test } from 'vitest';
import { audioCutter } from '#lib/speech/audio/cut.ts';
import { loadRecognizer } from '#lib/speech/engines/load-recognizer.ts';
import { speechModels } from '#lib/speech/engines/models.ts';
import { assertSpokenLanguage, isSpokenLanguage } from '#lib/speech/engines/spoken-language.ts';
import { needs, recording, speechDir } from '../../../support/speech.ts';
import { plainAsk } from '../../../support/plain-ask.ts';

const spoken = (seconds: number, meanLogProb: number) => ({
  startMs: 0,
  endMs: 1_000 * seconds,
  meanLogProb,
});

test('half the speech of a file decides, so that a quotation does not matter', () => {
  expect(isSpokenLanguage([spoken(8, -0.1), spoken(7, -1.2)])).toBe(true);
  expect(isSpokenLanguage([spoken(7, -0.1), spoken(8, -1.2)])).toBe(false);
});

test('less speech needs a lower log-probability', () => {
  expect([0.8, 2, 5, 30].map((seconds) => isSpokenLanguage([spoken(seconds, -0.5)]))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('silence is not taken for another language', () => {
  expect(isSpokenLanguage([])).toBe(true);
});

test('the failure names the supported languages', () => {
  expect(() => assertSpokenLanguage([spoken(10, -0.6)], speechModels['moonshine-tiny'])).toThrow(
    expect.objectContaining({ type: 'language_not_supported', details: { supported_languages: ['en'] } }),
  );
});

describe.skipIf(needs.recordings !== '')(`telling English from other languages${needs.recordings}`, () => {
  test(
    'English passes, German, Korean, French, Spanish and Japanese do not',
    { timeout: 240_000 },
    async () => {
      const model = speechModels['moonshine-tiny'];
      const recognizer = await loadRecognizer(model, speechDir);
      const cut = audioCutter({ ffmpegPath: 'ffmpeg', lengths: model.chunks });
      const ask = { ...plainAsk, words: false };
      const isEnglish = async (file: string): Promise<boolean> => {
        const segments = [];
        for await (const chunk of cut(recording(file), { multichannel: false, signal: ask.signal }))
          segments.push(...(await recognizer.recognize(chunk, ask)));
        return isSpokenLanguage(segments);
      };
      const results: boolean[] = [];
      for (const file of [
        'en-fleurs-003.ogg',
        'en-jfk-11s.flac',
        'de-leopard.flac',
        'ko-leopard.flac',
        'fr-leopard.flac',
        'es-fleurs-004.ogg',
        'ja-leopard.flac',
      ]) {
        results.push(await isEnglish(file));
      }
      expect(results).toEqual([true, true, false, false, false, false, false]);
      await recognizer.close();
    },
  );
});
