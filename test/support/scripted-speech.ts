import type { Chunk } from '#lib/speech/audio/split.ts';
import type { RecognizedSegment } from '#lib/speech/engines/recognize.ts';

const chunkMs = 30_000;

/** A file of so many chunks of one word each, as the cutter would yield them. */
export const wordPerChunk = async function* (chunks: number): AsyncGenerator<Chunk, number> {
  for (let index = 0; index < chunks; index += 1) {
    const startMs = index * chunkMs;
    const endMs = startMs + chunkMs;
    yield { index, startMs, endMs, leadMs: 0, pcm: new Int16Array(16) };
  }
  return chunks * chunkMs;
};

/** What is said in a chunk: one word, by its number. */
export const say = ({ startMs, endMs, index }: Chunk): RecognizedSegment[] => [
  {
    ...{ startMs, endMs, text: `word${index}` },
    ...{ translatedText: null, language: 'en', meanLogProb: -0.1, words: [] },
  },
];
