import { mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { weightsFolder } from '#cdk/speech-runtime/weights/folder.ts';
import { type SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';
import { speechDir } from '../speech.ts';

/** Links the speech runtime and the weights of these models, which `npm run models` has built, into an empty folder. */
export const linkRuntime = (dir: string, names: readonly SpeechModelName[]): void => {
  mkdirSync(join(dir, 'models'));
  symlinkSync(join(speechDir, 'node_modules'), join(dir, 'node_modules'));
  symlinkSync(join(speechDir, 'models/silero.onnx'), join(dir, 'models/silero.onnx'));
  for (const name of names) {
    const { engine, folder } = speechModels[name];
    const weights = engine === 'whisper' ? weightsFolder(name) : join(speechDir, 'models', folder);
    symlinkSync(resolve(weights), join(dir, 'models', folder));
  }
};
