import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toFloats, toSamples } from '#lib/speech/audio/pcm.ts';
import type { SpeechEngine } from '#lib/speech/engines/engine.ts';
import { loadMoonshine } from '#lib/speech/engines/moonshine.ts';
import { errorRate, wordErrors } from '../../../support/word-errors.ts';
import { samplesOf } from '../../../support/samples.ts';
import { needs, recording, speechDir, transcriptOf } from '../../../support/speech.ts';
import { describeEngine } from './engine.contract.ts';
import { plainAsk as ask } from '../../../support/plain-ask.ts';

const listenTo = async (file: string): Promise<Float32Array> => toFloats(await samplesOf(recording(file)));

describe.skipIf(needs.recordings !== '')(`Moonshine${needs.recordings}`, { timeout: 120_000 }, () => {
  describeEngine('Moonshine', async () => ({
    engine: await loadMoonshine({ speechDir }),
    speech: await listenTo('en-platforms.flac'),
  }));

  describe('on real recordings', () => {
    let engine: SpeechEngine;
    beforeAll(async () => {
      engine = await loadMoonshine({ speechDir });
    });
    afterAll(() => engine.close());

    test('recordings are recognized with few word errors', async () => {
      const files = ['en-platforms.flac', 'en-quilter.flac', 'en-weather.flac', 'en-fleurs-004.ogg'];
      const counts = [];
      for (const file of files) {
        const { text } = await engine.recognize(await listenTo(file), ask);
        counts.push(wordErrors(transcriptOf(file), text));
      }
      // The comparison is not exact: processors add floats in different orders, which changes uncertain words.
      expect(errorRate(counts)).toBeLessThan(0.08);
    });

    test('a word that is cut out tightly is understood, and nothing is invented around it', async () => {
      const speech = await listenTo('en-platforms.flac');
      const [first] = (await engine.recognize(speech, ask)).words;
      const start = toSamples(first?.startMs ?? 0);
      const { text, words } = await engine.recognize(speech.slice(start, start + toSamples(500)), ask);
      expect(text).toMatch(/^Today\W?$/);
      expect(words).toMatchObject([{ startMs: expect.closeTo(0, -2), endMs: 500 }]);
    });

    test('silence, noise and a tone give no words', async () => {
      const seconds = (sample: (i: number) => number): Float32Array =>
        Float32Array.from({ length: 48_000 }, (_, i) => sample(i));
      for (const sound of [seconds(() => 0), seconds((i) => 0.3 * Math.sin(i / 5))]) {
        expect((await engine.recognize(sound, ask)).text).toBe('');
      }
    });

    test('a vocabulary term is spelled as given', async () => {
      const speech = (await listenTo('en-phone-order-8k.flac')).subarray(24.6 * 16_000, 27.3 * 16_000);
      const term = 'Chromecast';
      expect((await engine.recognize(speech, ask)).text).not.toContain(term);
      expect((await engine.recognize(speech, { ...ask, vocabulary: [term] })).text).toContain(term);
    });

    test.each(['-', '❤', 'ha'])('the unspoken term %s changes no text', async (term) => {
      const speech = (await listenTo('en-jfk-11s.flac')).subarray(3 * 16_000);
      const { text } = await engine.recognize(speech, { ...ask, vocabulary: [term] });
      expect(text).toBe((await engine.recognize(speech, ask)).text);
    });

    test('most drafts say the same along those before them as by themselves', async () => {
      const speech = (await listenTo('en-austen-0870.flac')).subarray(0, 5 * 16_000);
      const draft = { ...ask, words: false, isDraft: true };
      const isSame: boolean[] = [];
      let before: readonly number[] | undefined;
      for (let end = 16_000; end <= speech.length; end += 9_600) {
        const heard = speech.subarray(0, end);
        const { text, tokens } = await engine.recognize(heard, draft, before);
        isSame.push(text === (await engine.recognize(heard, draft)).text);
        before = tokens;
      }
      // The few other texts differ, because the logits of 8-bit models depend slightly on the other rows of the batch.
      expect(isSame.filter(Boolean).length).toBeGreaterThanOrEqual(0.8 * isSame.length);
    });

    test('word times shift with the audio', async () => {
      const speech = await listenTo('en-quilter.flac');
      const delayed = new Float32Array(speech.length + 16_000);
      delayed.set(speech, 16_000);
      const early = await engine.recognize(speech, ask);
      const late = await engine.recognize(delayed, ask);
      const shifts = early.words
        .slice(1)
        .map(({ startMs }, i) => (late.words[i + 1]?.startMs ?? 0) - startMs);
      for (const shift of shifts) expect(Math.abs(shift - 1_000)).toBeLessThan(150);
    });
  });
});
