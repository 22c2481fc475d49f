import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RecognizeOptions, Recognition, SpeechEngine } from '#lib/speech/engines/engine.ts';
import { plainAsk } from '../../../support/plain-ask.ts';

const hundredTerms = Array.from({ length: 100 }, (_, i) => `Zorbquil${i}`);
const oddTerms = [
  '📦',
  '東京',
  "O'Neill",
  'GPT-4',
  'a',
  '...',
  'x'.repeat(100),
  'New York',
  'New York Times',
];
const longContext = 'They speak of Adeyemi, of K8s and of the tram to Westbourne. '.repeat(32);
/** The longest segment of the service: 15 s of speech and its padding. */
const longestOfService = 15.4 * 16_000;

/** The contract of every engine. `speech` is 16 kHz mono, one to eight seconds of a sentence in a language of the engine. */
export const describeEngine = (
  name: string,
  load: () => Promise<{ engine: SpeechEngine; speech: Float32Array }>,
): void => {
  describe(`a speech engine: ${name}`, { timeout: 120_000 }, () => {
    let engine: SpeechEngine;
    let speech: Float32Array;
    beforeAll(async () => ({ engine, speech } = await load()));
    afterAll(() => engine.close());

    const ask = { ...plainAsk, languageHints: ['en'] };
    const recognize = (changes: Partial<RecognizeOptions> = {}, pcm = speech): Promise<Recognition> =>
      engine.recognize(pcm, { ...ask, ...changes });
    /** The sentence, repeated. */
    const long = (samples: number): Float32Array =>
      Float32Array.from({ length: samples }, (_, i) => speech[i % speech.length] ?? 0);

    const expectWellFormed = (
      { text, words, meanLogProb, languageConfidence }: Recognition,
      pcm: Float32Array,
    ): void => {
      expect(text).toBe(text.trim());
      expect(languageConfidence ?? 1).toBeGreaterThan(0);
      expect(languageConfidence ?? 1).toBeLessThanOrEqual(1);
      expect(meanLogProb).toBeLessThanOrEqual(0);
      expect(words.map((word) => word.text).join(' ')).toBe(text);
      let last = 0;
      for (const { startMs, endMs, confidence } of words) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThan(startMs);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        last = startMs;
      }
      expect(words.at(-1)?.endMs ?? 0).toBeLessThanOrEqual(pcm.length / 16);
    };

    test('recognized text has no leading or trailing space', async () => {
      const { text, complete } = await recognize();
      expect(text).not.toBe('');
      expect(text).toBe(text.trim());
      expect(complete).toBe(true);
    });

    test('the mean log-probability is negative', async () => {
      expect((await recognize()).meanLogProb).toBeLessThan(0);
    });

    test('the language is a supported one or null', async () => {
      const { language } = await recognize();
      const { languages } = engine.capabilities;
      const isOffered = language === null || languages.includes(language);
      expect(isOffered).toBe(true);
    });

    test('an engine reports its only or its detected language', async () => {
      const { languages, detectsLanguage } = engine.capabilities;
      expect(languages.length).toBeGreaterThan(0);
      const known = detectsLanguage ? languages : [null, languages[0]];
      expect(known).toContain((await recognize()).language);
    });

    test('words match the text and have ordered times within the audio', async () => {
      expectWellFormed(await recognize(), speech);
    });

    test('without the words option the text is the same and words are empty', async () => {
      const { text, words } = await recognize({ words: false });
      expect(words).toEqual([]);
      expect(text).toBe((await recognize()).text);
    });

    test('a draft is a text of the same language, without words if none are wanted', async () => {
      const whole = await recognize();
      const draft = await recognize({ isDraft: true, words: false });
      expect(draft.text).not.toBe('');
      expect(draft).toMatchObject({ complete: true, language: whole.language, words: [] });
      expectWellFormed({ ...(await recognize({ isDraft: true })) }, speech);
    });

    test('a translation is returned only if it is requested and supported', async () => {
      expect((await recognize()).translatedText).toBeNull();
      const [target] = engine.capabilities.translatesTo;
      const { translatedText } = await recognize({ translateTo: target ?? 'eo' });
      expect(typeof translatedText).toBe(target === undefined ? 'object' : 'string');
    });

    test('the same audio gives the same result', async () => {
      expect(await recognize()).toEqual(await recognize());
    });

    test('recognition does not change the audio', async () => {
      const before = speech.slice();
      await recognize();
      expect(speech).toEqual(before);
    });

    test('a hundred unspoken terms and a long context do not change the text', async () => {
      const { text } = await recognize();
      const asks = [{ vocabulary: hundredTerms }, { vocabulary: oddTerms }, { context: longContext }];
      for (const changes of asks) {
        const recognition = await recognize(changes);
        expectWellFormed(recognition, speech);
        // The texts are not always identical: in 8-bit models, logits depend slightly on the other rows of the batch.
        expect(recognition.text.split(' ')).toHaveLength(text.split(' ').length);
        for (const term of ['Zorbquil', 'York', 'Adeyemi', 'K8s'])
          expect(recognition.text).not.toContain(term);
      }
    });

    test.each([
      ['nothing', 0],
      ['a sample', 1],
      ['10 ms', 160],
      ['100 ms', 1_600],
    ])('audio of %s is no error', async (_, samples) => {
      for (const pcm of [speech.slice(0, samples), new Float32Array(samples)])
        expectWellFormed(await recognize({}, pcm), pcm);
    });

    test('audio of the maximum length is recognized', async () => {
      const pcm = long(engine.capabilities.maxSegmentMs * 16);
      const recognition = await recognize({}, pcm);
      expectWellFormed(recognition, pcm);
      expect(recognition.text).not.toBe('');
    });

    test('an aborted signal rejects with its reason, and the engine still works afterwards', async () => {
      const reason = new Error('the lease is lost');
      await expect(recognize({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect((await recognize()).text).not.toBe('');
    });

    // Measures processor time, because other load affects wall time.
    const spentSince = (before: NodeJS.CpuUsage): number => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };

    test('an abort that is due at the start of a segment prevents its recognition', async () => {
      const pcm = long(longestOfService);
      const reason = new Error('the lease is lost');
      const abort = new AbortController();
      setTimeout(() => abort.abort(reason), 0);
      const due = performance.now() + 5;
      while (performance.now() < due);
      const before = process.cpuUsage();
      await expect(recognize({ signal: abort.signal }, pcm)).rejects.toBe(reason);
      expect(spentSince(before)).toBeLessThan(50);
    });

    test('an abort in the middle of the longest segment of the service ends the work within 200 ms', async () => {
      const pcm = long(longestOfService);
      const reason = new Error('the lease is lost');
      for (const afterMs of [30, 200]) {
        const abort = new AbortController();
        let before: NodeJS.CpuUsage | undefined;
        setTimeout(() => {
          before = process.cpuUsage();
          abort.abort(reason);
        }, afterMs);
        const answer = await recognize({ signal: abort.signal }, pcm).catch((error: unknown) => error);
        const isTold = answer === reason || !before;
        expect(isTold).toBe(true);
        expect(before ? spentSince(before) : 0).toBeLessThan(200);
      }
      expect((await recognize()).text).not.toBe('');
    });

    test('fifty calls leak no memory', async () => {
      const short = speech.subarray(0, 16_000);
      const usedAfter = async (calls: number): Promise<number> => {
        for (let i = 0; i < calls; i += 1) await recognize({ vocabulary: [`Zorbquil${i}`] }, short);
        return process.memoryUsage.rss();
      };
      // The runtime allocates its buffers during the first calls and keeps them.
      const before = await usedAfter(10);
      expect((await usedAfter(50)) - before).toBeLessThan(40e6);
    });
  });
};
