import { TranslatorFault } from './translator.ts';

const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/**
 * Translates texts by one call that carries each as a line, parted by `separator`. A translator that does not keep the
 * lines apart is asked for each text alone, so that none is told in another's place.
 */
export const translateByLine = async (
  texts: readonly string[],
  separator: string,
  send: (text: string) => Promise<string>,
): Promise<readonly string[]> => {
  const answered = await send(texts.map(lineOf).join(separator));
  const lines = texts.length === 1 ? [answered] : answered.trim().split(separator);
  if (lines.length === texts.length && lines.every((line) => lineOf(line) !== '')) return lines.map(lineOf);
  if (texts.length === 1) throw new TranslatorFault('The translator answered nothing.');
  const alone: string[] = [];
  for (const text of texts) alone.push(...(await translateByLine([text], separator, send)));
  return alone;
};
