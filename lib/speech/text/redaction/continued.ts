import type { FindEdits } from '../rewrite.ts';
import { chainsOf, separator, spanOf } from './digits.ts';
import { unfinishedAddresses } from './emails.ts';
import { joinPassages, type Span, toEdits } from './joined.ts';
import { labelOf, type RedactionKind } from './redact.ts';

/** An IBAN has the length of its country, so no part of one is taken for one. */
const ofDigits = new Set<RedactionKind>(['card_number', 'phone_number', 'us_ssn']);

/** Room for a label and the separators behind it. */
const reach = 40;

/** The label beside a span, on the other side of the border of the two texts. */
const labelBeside = (labels: readonly string[]): ((text: string, span: Span) => string | undefined) => {
  const label = `(${labels.map((one) => RegExp.escape(one)).join('|')})`;
  const border = String.raw`${separator}*\n${separator}*`;
  const [before, after] = [new RegExp(`${label}${border}$`, 'u'), new RegExp(`^${border}${label}`, 'u')];
  return (text, { from, to }) =>
    (before.exec(text.slice(Math.max(0, from - reach), from)) ?? after.exec(text.slice(to, to + reach)))?.[1];
};

/**
 * Finds what is left of a number or an address that goes on over the border of two passages, after each was redacted by itself: it
 * stands beside the label of the other part.
 */
export const continued = (kinds: readonly RedactionKind[]): FindEdits => {
  const numbers = kinds.filter((kind) => ofDigits.has(kind)).map(labelOf);
  const labelOfRest = labelBeside(numbers);
  return (passages) => {
    const joined = joinPassages(passages);
    const digits = (numbers.length > 0 ? chainsOf(joined) : []).map(spanOf).flatMap((span) => {
      const text = labelOfRest(joined.text, span);
      return text === undefined ? [] : [{ ...span, text }];
    });
    const label = labelOf('email');
    const addresses = kinds.includes('email') ? unfinishedAddresses(joined.text, label) : [];
    return toEdits(passages, joined, [...digits, ...addresses.map((span) => ({ ...span, text: label }))]);
  };
};
