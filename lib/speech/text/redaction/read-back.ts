import { allFillers } from '../fillers.ts';
import { type Chain, type Digits, digitsOf, type Piece } from './digits.ts';

/** Answers and "then", between the groups of a number that has no checksum. */
export const answers: ReadonlySet<string> = new Set([
  ...allFillers,
  ...'okay ok yes yeah yep right huh got it and then'.split(' '),
]);

/**
 * What a speaker says between the groups of a long number, and what the listener says after hearing a group. Includes
 * the single words of phrases: "got it", "va bene".
 */
export const betweenGroups: ReadonlySet<string> = new Set([
  ...answers,
  ...(
    'ah aha thanks thank you go on ahead next so wait hold let me see please alright know like ending with the first last final ' +
    'is are digits numbers correct perfect great good fine cool sure exactly no sorry i mean oops actually correction'
  ).split(' '),
  ...'ja gut genau danke weiter mhm und dann richtig stimmt prima super alles klar nein entschuldigung'.split(
    ' ',
  ),
  ...'oké goed en klopt juist nee'.split(' '),
  ...'sí vale bien muy gracias luego y perfecto correcto exacto perdón'.split(' '),
  ...'oui accord d merci puis et très bien parfait exact non pardon'.split(' '),
  ...'sì va bene grazie poi e certo perfetto esatto scusi scusa'.split(' '),
  ...'sim certo obrigado depois perfeito isso correto não desculpe'.split(' '),
  ...'はい 好 好的 对 是 是的 嗯 然后 네 예'.split(' '),
]);

/** The words of `betweenGroups` with which a speaker takes back the digits before them. */
const correction =
  /(?<!\p{L})(?:no|sorry|wait|mean|oops|actually|correction|nein|entschuldigung|nee|perdón|non|pardon|scusi|scusa|não|desculpe)(?!\p{L})/iu;

/**
 * The chain up to each correction, and the chain after it: "4539 1488 0344" and "0343 6467" of "4539 1488 0344, sorry,
 * 0343 6467".
 */
export const splitAtCorrections = (text: string, chain: Chain): { before: Chain; after: Chain }[] =>
  chain.flatMap(({ from }, at) =>
    at > 0 && correction.test(text.slice(chain[at - 1]?.to, from))
      ? [{ before: chain.slice(0, at), after: chain.slice(at) }]
      : [],
  );

/** Reads "the last four are" between groups as joining words, and not as a four. */
export const withoutLastFour = (pieces: readonly Piece[]): readonly Piece[] =>
  pieces.map((piece, at) =>
    piece.digits?.digits === '4' && /^(?:first|next|last|final)$/iu.test(pieces[at - 1]?.word ?? '')
      ? { ...piece, word: 'and', digits: undefined }
      : piece,
  );

/**
 * Removes groups that are said twice in succession from a chain. The remaining group covers the text of both. A group
 * begins at each border, of which the first is at 0.
 */
export const withoutReadBack = (chain: Chain, isBorder: (at: number) => boolean): Chain => {
  const groups: Digits[][] = [];
  for (const [at, digits] of chain.entries()) {
    if (isBorder(at)) groups.push([]);
    groups.at(-1)?.push(digits);
  }
  const kept: Digits[][] = [];
  for (const group of groups) {
    const last = kept.at(-1);
    const start = last?.[0];
    const [first, ...rest] = group;
    if (last && start && first && digitsOf(last) === digitsOf(group))
      kept[kept.length - 1] = [{ ...first, from: start.from }, ...rest];
    else kept.push(group);
  }
  return kept.flat();
};
