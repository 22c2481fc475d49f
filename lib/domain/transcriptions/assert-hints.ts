import { AppError } from '#lib/platform/errors.ts';
import { primaryLanguage } from '#lib/speech/languages.ts';

/**
 * Refuses hints of which the engine writes no language: such a job could only fail, and its upload would be used up. One
 * that it does write is enough, as hints only say what is likely.
 */
export const assertHints = (hints: readonly string[], languages: readonly string[]): void => {
  if (hints.length === 0 || hints.some((hint) => languages.includes(primaryLanguage(hint)))) return;
  const message = `None of these languages is transcribed here. Leave the hints out, or send one of ${languages.join(', ')}.`;
  const field = { path: 'language_hints', rule: 'supported_language', message };
  throw new AppError('invalid_request', `${field.path}: ${message}`, {
    details: { fields: [field], supported_languages: languages },
  });
};
