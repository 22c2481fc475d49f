import * as z from 'zod';
import { primaryLanguage } from '#lib/speech/languages.ts';
import { type SpeechModel, SpeechModelName } from './models.ts';

/** With `auto`, the language of each stretch of speech determines the model. */
export const ModelChoice = z.enum(['auto', ...SpeechModelName.options]);
export type ModelChoice = z.infer<typeof ModelChoice>;

type WithModel = { readonly model: SpeechModel };

/**
 * The models that may recognize a job: the model that the job names, or the first model for each of its language hints.
 * Throws if the named model is not loaded.
 */
export const modelsFor = <T extends WithModel>(
  models: readonly T[],
  { model, languageHints }: { readonly model: ModelChoice; readonly languageHints: readonly string[] },
): readonly T[] => {
  if (model !== 'auto') {
    const named = models.filter((one) => one.model.name === model);
    // While a deployment changes `speechModels`, the API and the workers may have different models. Without this error,
    // the job would complete without text.
    if (named.length === 0) throw new Error(`The model ${model} is not loaded.`);
    return named;
  }
  const hinted = new Set(languageHints.flatMap((tag) => modelsOf(models, primaryLanguage(tag)).slice(0, 1)));
  return hinted.size > 0 ? models.filter((one) => hinted.has(one)) : models;
};

/** The models that support a language. The first one recognizes it. */
export const modelsOf = <T extends WithModel>(models: readonly T[], language: string): readonly T[] =>
  models.filter((one) => one.model.languages.includes(language));
