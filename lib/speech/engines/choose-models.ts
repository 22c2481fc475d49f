import * as z from 'zod';
import { primaryLanguage } from '#lib/speech/languages.ts';
import { type SpeechModel, SpeechModelName } from './models.ts';

/** `auto` lets the language of each stretch of speech decide. */
export const ModelChoice = z.enum(['auto', ...SpeechModelName.options]);
export type ModelChoice = z.infer<typeof ModelChoice>;

type WithModel = { readonly model: SpeechModel };

/** Which models may recognize a job: the one that it names, or those that get a language of its hints. */
export const modelsFor = <T extends WithModel>(
  models: readonly T[],
  { model, languageHints }: { readonly model: ModelChoice; readonly languageHints: readonly string[] },
): readonly T[] => {
  if (model !== 'auto') return models.filter((one) => one.model.name === model);
  const hinted = new Set(languageHints.flatMap((tag) => modelOf(models, primaryLanguage(tag)) ?? []));
  return hinted.size > 0 ? models.filter((one) => hinted.has(one)) : models;
};

/** The first model that knows a language gets it. */
export const modelOf = <T extends WithModel>(models: readonly T[], language: string): T | undefined =>
  models.find((one) => one.model.languages.includes(language));
