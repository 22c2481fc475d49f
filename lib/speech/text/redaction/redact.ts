import type { FindEdits } from '../rewrite.ts';
import { cardNumbers } from './card-numbers.ts';
import { chainsOf, piecesOf } from './digits.ts';
import { dictatedPhoneNumbers } from './dictated-phone-numbers.ts';
import { emails } from './emails.ts';
import { ibans } from './ibans.ts';
import { type Joined, joinPassages, type Span, toEdits } from './joined.ts';
import { phoneLists, phoneNumbers } from './phone-numbers.ts';
import { socialSecurityNumbers } from './social-security-numbers.ts';

/** The kinds of data that can be redacted. */
export const redactionKinds = ['card_number', 'email', 'phone_number', 'iban', 'us_ssn'] as const;
export type RedactionKind = (typeof redactionKinds)[number];

type Found = Span & { readonly kind: RedactionKind };

/** The label that replaces redacted text. */
export const labelOf = (kind: RedactionKind): string => `[${kind.toUpperCase()}]`;

/**
 * The e-mail addresses in a text. If e-mail addresses are not to be redacted, text that only sounds like one must not
 * hide a number.
 */
const addressesIn = (joined: Joined, kinds: readonly RedactionKind[]): Span[] => {
  if (kinds.includes('email')) return emails(joined);
  const { text } = joined;
  return text.includes('@')
    ? emails(joined).filter(({ from, to }) => text.slice(from, to).includes('@'))
    : [];
};

/** All spans to redact, in order of precedence: an IBAN may contain digits like those of a card. */
const findAll = (joined: Joined, kinds: readonly RedactionKind[]): Found[] => {
  const pieces = piecesOf(joined);
  const chains = chainsOf(joined, pieces);
  const of = (kind: RedactionKind, spans: readonly Span[]): Found[] =>
    spans.map((span) => ({ ...span, kind }));
  return [
    ...of('iban', ibans(joined, pieces)),
    ...of('email', addressesIn(joined, kinds)),
    ...chains.flatMap((chain) => of('phone_number', phoneLists(joined, chain))),
    ...of('card_number', cardNumbers(joined, { pieces, chains })),
    ...of('phone_number', dictatedPhoneNumbers(joined, pieces)),
    ...chains.flatMap((chain) => of('us_ssn', socialSecurityNumbers(joined, chain))),
    ...chains.flatMap((chain) => of('phone_number', phoneNumbers(joined, chain))),
  ];
};

/** Sorts spans, and drops those that overlap one of higher precedence. */
const withoutOverlaps = (found: readonly Found[]): Found[] => {
  const rank = new Map(found.map((span, i) => [span, i]));
  const kept: Found[] = [];
  for (const span of found.toSorted((a, b) => a.from - b.from)) {
    const last = kept.at(-1);
    if (!last || last.to <= span.from) kept.push(span);
    else if ((rank.get(span) ?? 0) < (rank.get(last) ?? 0)) kept[kept.length - 1] = span;
  }
  return kept;
};

/** Finds numbers and addresses of these kinds, typed or spoken, also across passages. The edits replace them by their labels. */
export const redaction =
  (kinds: readonly RedactionKind[]): FindEdits =>
  (passages) => {
    const joined = joinPassages(passages);
    const wanted = withoutOverlaps(findAll(joined, kinds)).filter(({ kind }) => kinds.includes(kind));
    return toEdits(
      passages,
      joined,
      wanted.map((span) => ({ ...span, text: labelOf(span.kind) })),
    );
  };
