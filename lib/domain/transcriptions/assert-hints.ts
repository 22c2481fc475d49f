import { unsupportedValue } from '#lib/platform/http/validation.ts';
import type { ModelChoice } from '#lib/speech/engines/choose-models.ts';
import { primaryLanguage } from '#lib/speech/languages.ts';

/** The beginning and the remedy of the message for each field that can have hints. */
const refusals = {
  language_hints: ['None of these languages is transcribed', 'Leave the hints out'],
  languages: ['None of these languages is transcribed', 'Leave them out'],
  language: ['This language is not transcribed', 'Leave it out'],
} as const;

/** The chosen model, and the languages that it transcribes. */
type Chosen = { readonly model: ModelChoice; readonly languages: readonly string[] };

/**
 * Refuses hints that contain no language of the chosen model: such a job could only fail, and would use its upload. One
 * supported hint is enough: a caller may send the same hints to several deployments. `path` is the field that was sent.
 */
export const assertHints = (
  hints: readonly string[],
  { model, languages }: Chosen,
  path: keyof typeof refusals = 'language_hints',
): void => {
  if (hints.length === 0 || hints.some((hint) => languages.includes(primaryLanguage(hint)))) return;
  const [refusal, leaveOut] = refusals[path];
  const [where, remedy] =
    model === 'auto' ? ['here', leaveOut] : [`by the model ${model}`, `${leaveOut}, send another model`];
  const message = `${refusal} ${where}. ${remedy}, or send one of ${languages.join(', ')}.`;
  throw unsupportedValue({ path, rule: 'supported_language', message }, { supported_languages: languages });
};
