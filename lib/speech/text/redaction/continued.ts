import type { FindEdits } from '../rewrite.ts';
import { chainsOf, piecesOf, separator, spanOf } from './digits.ts';
import { unfinishedAddress } from './emails.ts';
import { joinPassages, type Span, toEdits } from './joined.ts';
import { labelOf, type RedactionKind } from './redact.ts';

/**
 * The kinds that consist of digits only. IBANs are excluded: their length depends on the country, so a part of one does
 * not count as one.
 */
const ofDigits = new Set<RedactionKind>(['card_number', 'phone_number', 'us_ssn']);

/** Enough characters for a label and the separators beside it. */
const reach = 40;

/** Finds the label on the other side of the border from digits that reach up to it. */
const labelBeside = (
  labels: readonly string[],
): ((text: string, span: Span, border: number) => string | undefined) => {
  const label = `(${labels.map((one) => RegExp.escape(one)).join('|')})`;
  const before = new RegExp(`${label}${separator}*$`, 'u');
  const after = new RegExp(`^${separator}*${label}`, 'u');
  return (text, { from, to }, border) => {
    const [, first] = (to > border && before.exec(text.slice(Math.max(0, from - reach), from))) || [];
    if (first !== undefined && text.lastIndexOf(first, from) < border) return first;
    const [, last] = (from < border && after.exec(text.slice(to, to + reach))) || [];
    return last !== undefined && text.indexOf(last, to) > border ? last : undefined;
  };
};

/**
 * Finds the rest of a number or address that crosses the border of two chunks, when each chunk was redacted separately:
 * the rest is next to the label of the other part. The first `count` passages belong to the first chunk.
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
