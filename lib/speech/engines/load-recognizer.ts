import { findSpeech } from '#lib/speech/audio/find-speech.ts';
import { loadSilero } from '#lib/speech/audio/silero.ts';
import type { Chunk } from '#lib/speech/audio/split.ts';
import type { RecognizeOptions } from './engine.ts';
import type { SpeechModel } from './models.ts';
import { loadMoonshine } from './moonshine.ts';
import { recognizeSegments, type RecognizedSegment } from './recognize.ts';
import { loadWhisper } from './whisper.ts';

const loaders = { moonshine: loadMoonshine, whisper: loadWhisper } as const;

/** What turns chunks into text: the ear for speech and the engine. Not for concurrent use. */
export type Recognizer = {
  /** The text of the span of a chunk, segment by segment in order. */
  recognize(chunk: Chunk, ask: RecognizeOptions): Promise<RecognizedSegment[]>;
  close(): Promise<void>;
};

/** Loads both from the speech runtime in `speechDir`. Takes a few tenths of a second. */
export const loadRecognizer = async (model: SpeechModel, speechDir: string): Promise<Recognizer> => {
  const [engine, voiceActivity] = await Promise.all([
    loaders[model.engine]({ speechDir, model }),
    loadSilero({ speechDir }),
  ]);
  return {
    async recognize(chunk, ask) {
      const segments = await findSpeech(chunk, { voiceActivity, lengths: model.segments });
      return recognizeSegments(engine, segments, ask);
    },
    async close() {
      await Promise.all([engine.close(), voiceActivity.close()]);
    },
  };
};
