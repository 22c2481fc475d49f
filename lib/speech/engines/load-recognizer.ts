import { findSpeech } from '#lib/speech/audio/find-speech.ts';
import { loadSilero } from '#lib/speech/audio/silero.ts';
import type { Chunk } from '#lib/speech/audio/split.ts';
import type { RecognizeOptions } from './engine.ts';
import type { SpeechModel } from './models.ts';
import { loadMoonshine } from './moonshine.ts';
import { recognizeSegments, type RecognizedSpeech } from './recognize.ts';
import { loadWhisper } from './whisper.ts';

const loaders = { moonshine: loadMoonshine, whisper: loadWhisper } as const;

/** Turns chunks into text by voice activity detection and a speech engine. Not for concurrent use. */
export type Recognizer = {
  recognize(chunk: Chunk, options: RecognizeOptions): Promise<RecognizedSpeech>;
  close(): Promise<void>;
};

/** Loads both models from the speech runtime in `speechDir`. Takes a few tenths of a second. */
export const loadRecognizer = async (model: SpeechModel, speechDir: string): Promise<Recognizer> => {
  const [engine, voiceActivity] = await Promise.all([
    loaders[model.engine]({ speechDir, model }),
    loadSilero({ speechDir }),
  ]);
  return {
    async recognize(chunk, options) {
      const segments = await findSpeech(chunk, { voiceActivity, lengths: model.segments });
      return recognizeSegments(engine, segments, options);
    },
    async close() {
      await Promise.all([engine.close(), voiceActivity.close()]);
    },
  };
};
