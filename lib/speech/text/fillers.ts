import { primaryLanguage } from '#lib/speech/languages.ts';
import type { Edit } from './edits.ts';
import { isFunctionWord } from './function-words.ts';
import { folded, spokenNumbers } from './number-words.ts';
import type { FindEdits } from './rewrite.ts';
import { wordSet } from './word-set.ts';

/** Sounds without meaning, by language. Sounds that may be an answer, such as "mhm", are not included. */
const fillers: Readonly<Record<string, ReadonlySet<string>>> = {
  en: wordSet('um umm ummm uh uhh uhhh uhm er err erm hm hmm hmmm mm mmm'),
  de: wordSet('äh ähh ähm öh öhm hm hmm hmmm mmm'),
  es: wordSet('eh ehh ehm em emm mmm hmm'),
  fr: wordSet('euh euhh heu hum hmm mmm'),
  it: wordSet('ehm ehmm uhm mmm hmm'),
  pt: wordSet('hum hmm mmm ãh ahn éé'),
  nl: wordSet('eh ehm uh uhm uhh hm hmm mmm'),
  sv: wordSet('öh öhm eh ehm hmm mmm'),
  da: wordSet('øh øhm eh ehm hmm mmm'),
  no: wordSet('øh øhm eh ehm hmm mmm'),
  ru: wordSet('э ээ эээ эм эмм мм ммм хм хмм'),
  pl: wordSet('yyy eee hmm mmm'),
};

/** The fillers of all languages whose words have spaces between them. */
export const allFillers: readonly string[] = Object.values(fillers).flatMap((own) => [...own]);

/** A filler and the comma after it, in scripts without spaces. */
const unspaced: Readonly<Record<string, RegExp>> = {
  ja: /(?<=^|[、。！？\s])(?:えーっと|えーと|えっと|ええと|えー|あのー|あのう|うーん|んー)、\s*/gu,
  zh: /(?<=^|[，。！？、\s])(?:呃+)[，、]\s*/gu,
};

/** The languages whose fillers are known. */
export const fillerLanguages: readonly string[] = [...Object.keys(fillers), ...Object.keys(unspaced)];

type Token = { readonly from: number; readonly to: number; readonly bare: string; readonly mark: string };

const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(/\S+/gu), ({ 0: token, index }) => {
    const mark = /[\p{P}]*$/u.exec(token)?.[0] ?? '';
    return { from: index, to: index + token.length, bare: token.slice(0, token.length - mark.length), mark };
  });

const largeNumbers = wordSet('hundred thousand hundert tausend cien mil cent mille cento honderd duizend');

type Rules = { readonly known: ReadonlySet<string>; readonly numbers: ReadonlyMap<string, string> };

/** Whether the token is a unit, like "mm" in "five mm". */
const isUnit = ({ bare }: Token, before: Token | undefined, { numbers }: Rules): boolean => {
  const last = before?.mark === '' ? (before.bare.split('-').at(-1) ?? '') : '';
  return bare === 'mm' && (numbers.has(folded(last)) || largeNumbers.has(last.toLowerCase()));
};

/** Excludes "ER", the "mm" of "5 mm", and questions. */
const isFiller = (token: Token, before: Token | undefined, rules: Rules): boolean =>
  rules.known.has(token.bare.toLowerCase()) &&
  !isUnit(token, before, rules) &&
  !(token.bare.length > 1 && token.bare === token.bare.toUpperCase()) &&
  !/[?!]/.test(token.mark) &&
  !/\p{N}$/u.test(before?.bare ?? '');

type Run = { readonly before: Token | undefined; readonly last: Token; readonly next: Token | undefined };

const isSentenceEnd = (mark: string): boolean => /^[.。]/u.test(mark) && !mark.startsWith('..');

/** Removes fillers with their comma. A full stop moves to the word before. */
const removal = (first: Token, { before, last, next }: Run): Edit[] => {
  const ends = isSentenceEnd(last.mark);
  if (!before) return [{ from: first.from, to: next?.from ?? last.to, text: '' }];
  if (ends && !/[.?!…]/u.test(before.mark)) {
    return [
      { from: before.to - before.mark.length, to: before.to, text: '.' },
      { from: before.to, to: last.to, text: '' },
    ];
  }
  const hasBothCommas = before.mark === ',' && last.mark === ',';
  const capital = before.bare.charAt(0).toUpperCase() + before.bare.slice(1);
  const carries = hasBothCommas && (isFunctionWord(capital) || capital === 'I');
  return [{ from: carries ? before.to - 1 : before.to, to: last.to, text: '' }];
};

const spacedEdits = (text: string, rules: Rules): Edit[] => {
  const tokens = tokensOf(text);
  const edits: Edit[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const first = tokens[at];
    const before = tokens[at - 1];
    if (!first || !isFiller(first, before, rules)) continue;
    let end = at;
    for (let next = tokens[end + 1]; next && isFiller(next, undefined, rules); next = tokens[end + 1])
      end += 1;
    edits.push(...removal(first, { before, last: tokens[end] ?? first, next: tokens[end + 1] }));
    at = end;
  }
  return edits;
};

const unspacedEdits = (text: string, pattern: RegExp): Edit[] =>
  Array.from(text.matchAll(pattern), ({ 0: found, index }) => ({
    from: index,
    to: index + found.length,
    text: '',
  }));

/** Finds fillers such as "um" to remove. A text that contains only fillers becomes empty. */
export const withoutFillers: FindEdits = (passages) =>
  passages.map(({ text, language }) => {
    const subtag = language === null ? '' : primaryLanguage(language);
    const known = fillers[subtag];
    if (known) return spacedEdits(text, { known, numbers: spokenNumbers(subtag) });
    const pattern = unspaced[subtag];
    return pattern ? unspacedEdits(text, pattern) : [];
  });
