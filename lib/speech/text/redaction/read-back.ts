import { allFillers } from '../fillers.ts';
import { type Chain, type Digits, digitsOf, type Piece } from './digits.ts';

/**
 * What a speaker says between the groups of a long number, and what the listener says after hearing a group. Includes
 * the single words of phrases: "got it", "va bene".
 */
export const betweenGroups: ReadonlySet<string> = new Set([
  ...allFillers,
  ...'okay ok yes yeah yep right huh ah aha thanks got it go on and then next so wait hold sorry let me see please alright ending with'.split(
    ' ',
  ),
  ...'ja gut genau danke weiter mhm und dann oké goed en'.split(' '),
  ...'sí vale bien gracias luego y oui accord d merci puis et sì va bene grazie poi e sim certo obrigado depois'.split(
    ' ',
  ),
  ...'はい 好 好的 对 是 是的 嗯 然后 네 예'.split(' '),
]);

const quarter = /^(?:the|first|next|last|final|digits|numbers|are|is)$/iu;

/** Reads "the last four are" between groups as a joining word, and not as a four. */
export const withoutLastFour = (pieces: readonly Piece[]): readonly Piece[] => {
  const skipped = new Set<Piece>();
  for (const [at, piece] of pieces.entries()) {
    if (piece.digits?.digits !== '4' || !/^(?:first|next|last|final)$/iu.test(pieces[at - 1]?.word ?? ''))
      continue;
    const words = [at - 2, at - 1, at + 1, at + 2].flatMap((i) => pieces[i] ?? []);
    for (const word of [piece, ...words.filter((one) => quarter.test(one.word))]) skipped.add(word);
  }
  if (skipped.size === 0) return pieces;
  return pieces.map((piece) => (skipped.has(piece) ? { ...piece, word: 'and', digits: undefined } : piece));
};

/** Removes groups that are said twice in succession from a chain. The remaining group covers the text of both. */
export const withoutReadBack = (chain: Chain, isBorder: (at: number) => boolean): Chain => {
  const groups: Digits[][] = [];
  for (const [at, digits] of chain.entries()) {
    if (at === 0 || isBorder(at)) groups.push([]);
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
