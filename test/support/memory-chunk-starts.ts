import type { ChunkStarts } from '#lib/domain/transcriptions/chunk-starts.ts';
import type { TranscriptionRepository } from '#lib/domain/transcriptions/transcription-repository.ts';

/** Counts the starts of work on chunks, in memory. */
export const memoryChunkStarts = (): Pick<TranscriptionRepository, 'noteChunkStart' | 'findChunkStarts'> => {
  const starts = new Map<string, ChunkStarts>();
  return {
    noteChunkStart: async (chunk, now) => {
      const key = JSON.stringify(chunk);
      const before = starts.get(key)?.starts ?? 0;
      starts.set(key, { starts: before + 1, lastStartAt: now.toISOString() });
    },
    findChunkStarts: async (chunk) => starts.get(JSON.stringify(chunk)),
  };
};
