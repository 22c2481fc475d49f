import { hearSpeech } from '#lib/speech/audio/find-speech.ts';
import type { Chunk } from '#lib/speech/audio/chunk.ts';
import { withoutOffset } from '#lib/speech/audio/offset.ts';
import { loadModels } from './load-models.ts';
import type { SpeechModel } from './models.ts';
import { type ChunkOptions, type RecognizedChunk, recognizeHeard } from './recognize-heard.ts';

/** Turns chunks into text by voice activity detection and speech engines. Not for concurrent use. */
export type Recognizer = {
  recognize(chunk: Chunk, options: ChunkOptions): Promise<RecognizedChunk>;
  close(): Promise<void>;
};

/** Loads the models from the speech runtime in `speechDir`. Takes a few tenths of a second. */
export const loadRecognizer = async (
  models: readonly SpeechModel[],
  speechDir: string,
): Promise<Recognizer> => {
  const loaded = await loadModels(models, speechDir);
  return {
    async recognize(chunk, options) {
      const heard = await hearSpeech({ ...chunk, pcm: withoutOffset(chunk.pcm) }, loaded.voiceActivity);
      const span = { startMs: chunk.startMs, endMs: chunk.endMs };
      return recognizeHeard({ heard, span }, loaded.models, options);
    },
    close: loaded.close,
  };
};
