import type { Chunk } from '#lib/speech/audio/chunk.ts';
import type { PartCut } from '#lib/domain/transcriptions/parts.ts';
import { chunksPerPart } from '#lib/speech/audio/parts/plan.ts';
import type { PartPlace } from '#lib/speech/audio/parts/split-part.ts';
import type { RecognizedChunk } from '#lib/speech/engines/recognize-heard.ts';
import type { RecognizedSegment } from '#lib/speech/engines/recognize.ts';

const chunkMs = 30_000;

/** The chunks of a file, with one word each. For several channels, all chunks of one channel come before those of the next. */
export const wordPerChunk = async function* (
  chunks: number,
  channels: readonly (number | null)[] = [null],
): AsyncGenerator<Chunk, number> {
  for (const [i, channel] of channels.entries())
    for (let at = 0; at < chunks; at += 1) {
      const startMs = at * chunkMs;
      const index = i * chunks + at;
      yield { index, channel, startMs, endMs: startMs + chunkMs, leadMs: 0, pcm: new Int16Array(16) };
    }
  return chunks * chunkMs;
};

/** The chunks of one part, with one word each. Neighbouring parts have the same border. */
export const wordPerChunkOfPart = async function* (
  chunks: number,
  { part, isLast }: PartPlace,
): AsyncGenerator<Chunk, PartCut> {
  const fromMs = part * chunks * chunkMs;
  for (let at = 0; at < chunks; at += 1) {
    const startMs = fromMs + at * chunkMs;
    const place = { index: part * chunksPerPart + at, channel: null, leadMs: 0 };
    yield { ...place, startMs, endMs: startMs + chunkMs, pcm: new Int16Array(16) };
  }
  const border = (number: number) => ({ ms: number * chunks * chunkMs, sound: number });
  const end = border(part + 1);
  return { chunks, start: border(part), end: isLast ? { ...end, sound: 0 } : end };
};

/** A chunk whose speech was understood, with these segments. */
export const understood = (segments: readonly RecognizedSegment[]): RecognizedChunk => ({
  segments: segments.map((segment) => ({ model: 'moonshine-tiny', ...segment })),
  speechMs: segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0),
  unrecognizedMs: 0,
  foreignMs: 0,
});

/** The recognition of a chunk: one word with its index. */
export const say = ({ startMs, endMs, index }: Chunk): RecognizedChunk =>
  understood([
    {
      startMs,
      endMs,
      text: `Word${index}.`,
      translatedText: null,
      language: 'en',
      languageConfidence: null,
      meanLogProb: -0.1,
      words: [],
    },
  ]);
