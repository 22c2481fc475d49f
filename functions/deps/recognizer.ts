import { loadRecognizer, type Recognizer } from '#lib/speech/engines/load-recognizer.ts';
import type { SpeechOffer } from '#lib/speech/engines/models.ts';
import { liveSpeechDir } from './speech.ts';

/** Loads the weights of the models, which takes a few tenths of a second. */
export const liveRecognizer = ({ models }: SpeechOffer): Promise<Recognizer> =>
  loadRecognizer(models, liveSpeechDir());
