import type { Chunk } from '#lib/speech/audio/split.ts';
import type { RecognizedSegment } from '#lib/speech/engines/recognize.ts';

const chunkMs = 30_000;

/** The chunks of a file, with one word each. */
export const wordPerChunk = async function* (chunks: number): AsyncGenerator<Chunk, number> {
  for (let index = 0; index < chunks; index += 1) {
    const startMs = index * chunkMs;
    const endMs = startMs + chunkMs;
    yield { index, startMs, endMs, leadMs: 0, pcm: new Int16Array(16) };
  }
  return chunks * chunkMs;
};

/** The recognition of a chunk: one word with its index. */
export const say = ({ startMs, endMs, index }: Chunk): RecognizedSegment[] => [
  {
    ...{ startMs, endMs, text: `Word${index}.` },
    ...{ translatedText: null, language: 'en', languageConfidence: null, meanLogProb: -0.1, words: [] },
  },
];
