import type { FindEdits } from '../rewrite.ts';
import { chainsOf, piecesOf, separator, spanOf } from './digits.ts';
import { unfinishedAddress } from './emails.ts';
import { joinPassages, type Span, toEdits } from './joined.ts';
import { labelOf, type RedactionKind } from './redact.ts';

/** An IBAN has the length of its country, so no part of one is taken for one. */
const ofDigits = new Set<RedactionKind>(['card_number', 'phone_number', 'us_ssn']);

/** Room for a label and the separators beside it. */
const reach = 40;

/** The label beside digits whose other end is on the other side of the border. */
const labelBeside = (
  labels: readonly string[],
): ((text: string, span: Span, border: number) => string | undefined) => {
  const label = `(${labels.map((one) => RegExp.escape(one)).join('|')})`;
  const [before, after] = [
    new RegExp(`${label}${separator}*$`, 'u'),
    new RegExp(`^${separator}*${label}`, 'u'),
  ];
  return (text, { from, to }, border) => {
    const [, first] = (to > border && before.exec(text.slice(Math.max(0, from - reach), from))) || [];
    if (first !== undefined && text.lastIndexOf(first, from) < border) return first;
    const [, last] = (from < border && after.exec(text.slice(to, to + reach))) || [];
    return last !== undefined && text.indexOf(last, to) > border ? last : undefined;
  };
};

/**
 * Finds what is left of a number or an address that goes on over the border of two chunks, after each was redacted by itself: it stands
 * beside the label of the other part. The first `count` passages are of the first chunk.
 */
export const continued =
  (kinds: readonly RedactionKind[], count: number): FindEdits =>
  (passages) => {
    const joined = joinPassages(passages);
    const border = (joined.starts[count] ?? Infinity) - 1;
    const numbers = kinds.filter((kind) => ofDigits.has(kind)).map(labelOf);
    const labelOfRest = labelBeside(numbers);
    const chains = numbers.length > 0 ? chainsOf(joined, piecesOf(joined)) : [];
    const digits = chains.map(spanOf).flatMap((span) => {
      const text = labelOfRest(joined.text, span, border);
      return text === undefined ? [] : [{ ...span, text }];
    });
    const label = labelOf('email');
    const addresses = kinds.includes('email') ? unfinishedAddress(joined.text, border, label) : [];
    const found = [...digits, ...addresses.map((span) => ({ ...span, text: label }))];
    return toEdits(passages, joined, found);
  };
