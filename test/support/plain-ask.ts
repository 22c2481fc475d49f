import type { Ask } from '#lib/engines/engine.ts';

/** Text and words, and no help. */
export const plainAsk: Ask = {
  languageHints: [],
  vocabulary: [],
  context: null,
  translateTo: null,
  words: true,
  signal: new AbortController().signal,
};
