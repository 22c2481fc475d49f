import { unsupportedValue } from '#lib/platform/http/validation.ts';
import { primaryLanguage } from '#lib/speech/languages.ts';

/** The message for each field that can have hints. */
const refusals = {
  language_hints: 'None of these languages is transcribed here. Leave the hints out',
  languages: 'None of these languages is transcribed here. Leave them out',
  language: 'This language is not transcribed here. Leave it out',
} as const;

/**
 * Refuses hints that contain no language of the engine: such a job could only fail, and would use its upload. One
 * supported hint is enough, because hints only say what is likely. `path` is the field that the caller sent.
 */
export const assertHints = (
  hints: readonly string[],
  languages: readonly string[],
  path: keyof typeof refusals = 'language_hints',
): void => {
  if (hints.length === 0 || hints.some((hint) => languages.includes(primaryLanguage(hint)))) return;
  const message = `${refusals[path]}, or send one of ${languages.join(', ')}.`;
  throw unsupportedValue({ path, rule: 'supported_language', message }, { supported_languages: languages });
};
