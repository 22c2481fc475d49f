import type { RecognizeOptions } from '#lib/speech/engines/engine.ts';

/** Options without hints and vocabulary. */
export const plainAsk: RecognizeOptions = {
  languageHints: [],
  vocabulary: [],
  context: null,
  translateTo: null,
  words: true,
  signal: new AbortController().signal,
};
