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
/** What the service makes at most: 15 s of speech and its pads. */
const longestOfService = 15.4 * 16_000;

/** What every engine keeps. `speech` is 16 kHz, one to eight seconds of a sentence in a language of the engine. */
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
    const hear = (changes: Partial<RecognizeOptions> = {}, pcm = speech): Promise<Recognition> =>
      engine.recognize(pcm, { ...ask, ...changes });
    /** The sentence again and again. */
    const long = (samples: number): Float32Array =>
      Float32Array.from({ length: samples }, (_, i) => speech[i % speech.length] ?? 0);

    const expectWellFormed = ({ text, words, meanLogProb }: Recognition, pcm: Float32Array): void => {
      expect(text).toBe(text.trim());
      expect(meanLogProb).toBeLessThanOrEqual(0);
      expect(words.map((word) => word.text).join(' ')).toBe(engine.capabilities.words ? text : '');
      let last = 0;
      for (const { startMs, endMs, confidence } of words) {
        expect(startMs).toBeGreaterThanOrEqual(last);
        expect(endMs).toBeGreaterThanOrEqual(startMs);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        last = startMs;
      }
      expect(words.at(-1)?.endMs ?? 0).toBeLessThanOrEqual(pcm.length / 16);
    };

    test('speech becomes text without space around it', async () => {
      const { text, complete } = await hear();
      expect(text).not.toBe('');
      expect(text).toBe(text.trim());
      expect(complete).toBe(true);
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

    test('an engine of one language hears that, and one that detects none says so', async () => {
      const { languages, detectsLanguage } = engine.capabilities;
      expect(languages.length).toBeGreaterThan(0);
      const known = detectsLanguage ? languages : [null, languages[0]];
      expect(known).toContain((await hear()).language);
    });

    test('the words are those of the text, in order, within the audio, where it gives words', async () => {
      expectWellFormed(await hear(), speech);
    });

    test('no words when none are asked for, and the same text', async () => {
      const { text, words } = await hear({ words: false });
      expect(words).toEqual([]);
      expect(text).toBe((await hear()).text);
    });

    test('a translation only where one is asked for and on offer', async () => {
      expect((await hear()).translatedText).toBeNull();
      const [target] = engine.capabilities.translatesTo;
      const { translatedText } = await hear({ translateTo: target ?? 'eo' });
      expect(typeof translatedText).toBe(target === undefined ? 'object' : 'string');
    });

    test('the same audio gives the same answer', async () => {
      expect(await hear()).toEqual(await hear());
    });

    test('it leaves the audio as it is', async () => {
      const before = speech.slice();
      await hear();
      expect(speech).toEqual(before);
    });

    test('a hundred terms nobody says, odd ones and a long context do no harm', async () => {
      const { text } = await hear();
      const asks = [{ vocabulary: hundredTerms }, { vocabulary: oddTerms }, { context: longContext }];
      for (const changes of asks) {
        const heard = await hear(changes);
        expectWellFormed(heard, speech);
        // Not always to the letter: in 8 bits a text's numbers depend a little on what is computed beside it.
        expect(heard.text.split(' ')).toHaveLength(text.split(' ').length);
        for (const term of ['Zorbquil', 'York', 'Adeyemi', 'K8s']) expect(heard.text).not.toContain(term);
      }
    });

    test.each([
      ['nothing', 0],
      ['a sample', 1],
      ['10 ms', 160],
      ['100 ms', 1_600],
    ])('audio of %s is no error', async (_, samples) => {
      for (const pcm of [speech.slice(0, samples), new Float32Array(samples)])
        expectWellFormed(await hear({}, pcm), pcm);
    });

    test('audio as long as it takes is read', async () => {
      const pcm = long(engine.capabilities.maxSegmentMs * 16);
      const heard = await hear({}, pcm);
      expectWellFormed(heard, pcm);
      expect(heard.text).not.toBe('');
    });

    test('an abort is honoured, and the engine still works afterwards', async () => {
      const reason = new Error('the lease is lost');
      await expect(hear({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect((await hear()).text).not.toBe('');
    });

    // Processor time: the machine may be busy with others.
    const spentSince = (before: NodeJS.CpuUsage): number => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };

    test('an abort that is due when a segment begins ends it before anything is heard', async () => {
      const pcm = long(longestOfService);
      const reason = new Error('the lease is lost');
      const abort = new AbortController();
      setTimeout(() => abort.abort(reason), 0);
      const due = performance.now() + 5;
      while (performance.now() < due);
      const before = process.cpuUsage();
      await expect(hear({ signal: abort.signal }, pcm)).rejects.toBe(reason);
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
        const answer = await hear({ signal: abort.signal }, pcm).catch((error: unknown) => error);
        const isTold = answer === reason || !before;
        expect(isTold).toBe(true);
        expect(before ? spentSince(before) : 0).toBeLessThan(200);
      }
      expect((await hear()).text).not.toBe('');
    });

    test('fifty calls leave no memory behind', async () => {
      const short = speech.subarray(0, 16_000);
      const usedAfter = async (calls: number): Promise<number> => {
        for (let i = 0; i < calls; i += 1) await hear({ vocabulary: [`Zorbquil${i}`] }, short);
        return process.memoryUsage.rss();
      };
      // The runtime takes its buffers at the first calls, and keeps them.
      const before = await usedAfter(10);
      expect((await usedAfter(50)) - before).toBeLessThan(40e6);
    });
  });
};
