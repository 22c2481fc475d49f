import { checkAbort } from '#lib/speech/engines/check-abort.ts';
import type { RecognizeOptions, Recognition, SpeechEngine } from '#lib/speech/engines/engine.ts';

const wordMs = 200;

/** A confident recognition of this text, with words of 200 ms. */
export const recognition = (text: string, changes: Partial<Recognition> = {}): Recognition => {
  const words = text.split(' ').filter((word) => word !== '');
  return {
    text,
    translatedText: null,
    language: 'en',
    languageConfidence: null,
    meanLogProb: -0.1,
    complete: true,
    words: words.map((word, i) => ({
      text: word,
      startMs: i * wordMs,
      endMs: (i + 1) * wordMs,
      confidence: 0.9,
    })),
    ...changes,
  };
};

/** An engine that calls `hear` for the recognition of each segment. */
export const scriptedEngine = (
  hear: (pcm: Float32Array, ask: RecognizeOptions) => Recognition,
): SpeechEngine => ({
  capabilities: {
    languages: ['en'],
    detectsLanguage: false,
    translatesTo: [],
    maxSegmentMs: 30_000,
  },
  recognize: async (pcm, ask) => {
    await checkAbort(ask.signal);
    const heard = hear(pcm, ask);
    return ask.words ? heard : { ...heard, words: [] };
  },
  close: async () => undefined,
});
