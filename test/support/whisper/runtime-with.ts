import { existsSync } from 'node:fs';
import { weightsFolder } from '#cdk/speech-runtime/weights/folder.ts';
import type { SpeechModelName } from '#lib/speech/engines/models.ts';
import { needs } from '../speech.ts';
import { testFolder } from '../test-folder.ts';
import { linkRuntime } from './link-runtime.ts';

/** The reason to skip a suite that needs the real weights of whisper-base, in the form of `needs`. */
export const needsWhisperBase =
  needs.recordings ||
  (existsSync(weightsFolder('whisper-base'))
    ? ''
    : ' (skipped: build it with npm run models -- whisper-base)');

/** A test folder with the speech runtime and the weights of these models. */
export const runtimeWith = (names: readonly SpeechModelName[]): string => {
  const dir = testFolder();
  linkRuntime(dir, names);
  return dir;
};
