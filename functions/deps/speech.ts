import { readConfig, textVariable } from '#lib/platform/config.ts';
import { offerOf, speechModelList, type SpeechOffer } from '#lib/speech/engines/models.ts';
import { TranslatorName } from '#lib/speech/translation/translators.ts';

export const liveSpeechOffer = (): SpeechOffer =>
  offerOf(readConfig({ SPEECH_MODELS: speechModelList }).SPEECH_MODELS);

export const liveTranslatorName = (): TranslatorName => readConfig({ TRANSLATOR: TranslatorName }).TRANSLATOR;

/** The folder with ffmpeg, the runtime and the models. */
export const liveSpeechDir = (): string => readConfig({ SPEECH_DIR: textVariable }).SPEECH_DIR;
