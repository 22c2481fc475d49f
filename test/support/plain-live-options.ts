import type { LiveOptions } from '#lib/speech/live/live-transcriber.ts';

/** The defaults of a session: finals after half a second of silence, without hints, vocabulary and words. */
export const plainLiveOptions: LiveOptions = {
  silenceMs: 500,
  languageHints: [],
  vocabulary: [],
  context: null,
  model: 'auto',
  words: false,
};
