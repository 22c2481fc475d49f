import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { weightsFolder } from '#cdk/speech-runtime/weights/folder.ts';
import { type SpeechModelName, speechModels } from '#lib/speech/engines/models.ts';
import { needs, speechDir } from '../speech.ts';
import { testFolder } from '../test-folder.ts';

/** What a suite with the real weights of whisper-base lacks, as `needs` says it. */
export const needsWhisperBase =
  needs.recordings ||
  (existsSync(weightsFolder('whisper-base'))
    ? ''
    : ' (skipped: build it with npm run models -- whisper-base)');

/** A test's folder with the speech runtime and the weights of these models, which `npm run models` has built. */
export const runtimeWith = (names: readonly SpeechModelName[]): string => {
  const dir = testFolder();
  mkdirSync(join(dir, 'models'));
  symlinkSync(join(speechDir, 'node_modules'), join(dir, 'node_modules'));
  symlinkSync(join(speechDir, 'models/silero.onnx'), join(dir, 'models/silero.onnx'));
  for (const name of names) {
    const { engine, folder } = speechModels[name];
    const weights = engine === 'whisper' ? weightsFolder(name) : join(speechDir, 'models', folder);
    symlinkSync(resolve(weights), join(dir, 'models', folder));
  }
  return dir;
};
