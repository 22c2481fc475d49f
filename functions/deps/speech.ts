import { readConfig, textVariable } from '#lib/platform/config.ts';
import { type SpeechModel, speechModel } from '#lib/speech/engines/models.ts';
import { TranslatorName } from '#lib/speech/translation/translators.ts';

export const liveSpeechModel = (): SpeechModel => readConfig({ SPEECH_MODEL: speechModel }).SPEECH_MODEL;

export const liveTranslatorName = (): TranslatorName => readConfig({ TRANSLATOR: TranslatorName }).TRANSLATOR;

/** The folder with ffmpeg, the runtime and the models. */
export const liveSpeechDir = (): string => readConfig({ SPEECH_DIR: textVariable }).SPEECH_DIR;
