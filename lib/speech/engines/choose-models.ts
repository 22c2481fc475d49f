import * as z from 'zod';
import { primaryLanguage } from '#lib/speech/languages.ts';
import { type SpeechModel, SpeechModelName } from './models.ts';

/** `auto` lets the language of each stretch of speech decide. */
export const ModelChoice = z.enum(['auto', ...SpeechModelName.options]);
export type ModelChoice = z.infer<typeof ModelChoice>;

type WithModel = { readonly model: SpeechModel };

/**
 * Which models may recognize a job: the one that it names, or those that get a language of its hints. Throws if the one that it
 * names is not loaded.
 */
export const modelsFor = <T extends WithModel>(
  models: readonly T[],
  { model, languageHints }: { readonly model: ModelChoice; readonly languageHints: readonly string[] },
): readonly T[] => {
  if (model !== 'auto') {
    const named = models.filter((one) => one.model.name === model);
    // While `speechModels` changes, the API and the workers may have different ones. Without text the job would complete.
    if (named.length === 0) throw new Error(`The model ${model} is not loaded.`);
    return named;
  }
  const hinted = new Set(languageHints.flatMap((tag) => modelsOf(models, primaryLanguage(tag)).slice(0, 1)));
  return hinted.size > 0 ? models.filter((one) => hinted.has(one)) : models;
};

/** The models that know a language. The first one gets it. */
export const modelsOf = <T extends WithModel>(models: readonly T[], language: string): readonly T[] =>
  models.filter((one) => one.model.languages.includes(language));
