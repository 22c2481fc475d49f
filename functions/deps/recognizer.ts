import { loadRecognizer, type Recognizer } from '#lib/speech/engines/load-recognizer.ts';
import type { SpeechModel } from '#lib/speech/engines/models.ts';
import { liveSpeechDir } from './speech.ts';

/** Loads the model weights, which takes a few tenths of a second. */
export const liveRecognizer = (model: SpeechModel): Promise<Recognizer> =>
  loadRecognizer(model, liveSpeechDir());
