import type { RecognizeOptions } from '#lib/speech/engines/engine.ts';

/** Text and words, and no help. */
export const plainAsk: RecognizeOptions = {
  languageHints: [],
  vocabulary: [],
  context: null,
  translateTo: null,
  words: true,
  signal: new AbortController().signal,
};
