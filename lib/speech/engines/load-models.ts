import { loadSilero } from '#lib/speech/audio/silero.ts';
import type { VoiceActivity } from '#lib/speech/audio/voice-activity.ts';
import type { SpeechEngine } from './engine.ts';
import type { SpeechModel } from './models.ts';
import { loadMoonshine } from './moonshine.ts';
import { loadWhisper } from './whisper.ts';

const loaders = { moonshine: loadMoonshine, whisper: loadWhisper } as const;

export type LoadedModel = { readonly model: SpeechModel; readonly engine: SpeechEngine };

/** The loaded models of a process. They recognize one recording or live session at a time. */
export type LoadedModels = {
  readonly voiceActivity: VoiceActivity;
  readonly models: readonly LoadedModel[];
  readonly close: () => Promise<void>;
};

/** Loads the models from the speech runtime in `speechDir`. Takes a few tenths of a second. */
export const loadModels = async (
  models: readonly SpeechModel[],
  speechDir: string,
): Promise<LoadedModels> => {
  const [voiceActivity, ...loaded] = await Promise.all([
    loadSilero({ speechDir }),
    ...models.map(async (model) => ({ model, engine: await loaders[model.engine]({ speechDir, model }) })),
  ]);
  return {
    voiceActivity,
    models: loaded,
    async close() {
      await Promise.all([voiceActivity.close(), ...loaded.map(({ engine }) => engine.close())]);
    },
  };
};
