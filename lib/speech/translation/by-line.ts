import { TranslatorFault } from './translator.ts';

const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Translates texts in one call, one per line, joined by `separator`. If the translator does not preserve the
 * lines, translates each text alone, so that no translation is assigned to the wrong text.
 */
export const translateByLine = async (
  texts: readonly string[],
  separator: string,
  send: (text: string) => Promise<string>,
): Promise<readonly string[]> => {
  const answered = await send(texts.map(lineOf).join(separator));
  const lines = texts.length === 1 ? [answered] : answered.trim().split(separator);
  if (lines.length === texts.length && lines.every((line) => lineOf(line) !== '')) return lines.map(lineOf);
  if (texts.length === 1) throw new TranslatorFault('The translator returned no text.');
  const alone: string[] = [];
  for (const text of texts) alone.push(...(await translateByLine([text], separator, send)));
  return alone;
};
