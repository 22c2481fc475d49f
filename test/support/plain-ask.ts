import type { ChunkOptions } from '#lib/speech/engines/recognize-heard.ts';

/** Options without hints and vocabulary. */
export const plainAsk: ChunkOptions = {
  model: 'auto',
  languageHints: [],
  vocabulary: [],
  context: null,
  translateTo: null,
  words: true,
};
