import type { SpeechEngine } from './engine.ts';
import type { SpeechModel } from './models.ts';
import { loadMoonshine } from './moonshine.ts';
import { loadWhisper } from './whisper.ts';

/** Loads a model from the speech runtime in `speechDir`. Takes a few tenths of a second. */
export const loadEngine = (model: SpeechModel, speechDir: string): Promise<SpeechEngine> => {
  const loaders = { moonshine: loadMoonshine, whisper: loadWhisper } as const;
  return loaders[model.engine]({ speechDir, model });
};
