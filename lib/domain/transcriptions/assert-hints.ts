import { AppError } from '#lib/platform/errors.ts';
import { primaryLanguage } from '#lib/speech/languages.ts';

/**
 * Refuses hints without any language of the engine: such a job could only fail, and would consume its upload. One
 * supported hint is enough, because hints only say what is likely.
 */
export const assertHints = (hints: readonly string[], languages: readonly string[]): void => {
  if (hints.length === 0 || hints.some((hint) => languages.includes(primaryLanguage(hint)))) return;
  const message = `None of these languages is transcribed here. Leave the hints out, or send one of ${languages.join(', ')}.`;
  const field = { path: 'language_hints', rule: 'supported_language', message };
  throw new AppError('invalid_request', `${field.path}: ${message}`, {
    details: { fields: [field], supported_languages: languages },
  });
};
