import type { FindEdits } from '../rewrite.ts';
import { cardNumbers } from './card-numbers.ts';
import { chainsOf, isSeparator, piecesOf } from './digits.ts';
import { dictatedPhoneNumbers } from './dictated-phone-numbers.ts';
import { emails } from './emails.ts';
import { ibans } from './ibans.ts';
import { type Joined, joinPassages, type Span, toEdits } from './joined.ts';
import { phoneLists, phoneNumbers } from './phone-numbers.ts';
import { answers } from './read-back.ts';
import { socialSecurityNumbers } from './social-security-numbers.ts';

/** The kinds of data that can be redacted. */
export const redactionKinds = ['card_number', 'email', 'phone_number', 'iban', 'us_ssn'] as const;
export type RedactionKind = (typeof redactionKinds)[number];

type Found = Span & { readonly kind: RedactionKind };

/** The label that replaces redacted text. */
export const labelOf = (kind: RedactionKind): string => `[${kind.toUpperCase()}]`;

/**
 * The e-mail addresses in a text. If e-mail addresses are not to be redacted, only a typed one may hide a number, because
 * text that sounds like one may begin with the number before it.
 */
const addressesIn = (joined: Joined, kinds: readonly RedactionKind[]): Span[] => {
  if (kinds.includes('email')) return emails(joined);
  const { text } = joined;
  return text.includes('@')
    ? emails(joined).filter(({ from, to }) => /^\S+@\S+$/u.test(text.slice(from, to)))
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
    ...[...chains, ...chainsOf(joined, pieces, answers)].flatMap((chain) =>
      of('us_ssn', socialSecurityNumbers(joined, chain)),
    ),
    ...chains.flatMap((chain) => of('phone_number', phoneNumbers(joined, chain))),
  ];
};

/**
 * The spans without overlaps, sorted. Each has precedence over those behind it in `found`. A span is left out if it overlaps
 * one of its own kind or contains one of another. Of a span that only reaches into one of another kind, the rest stays.
 */
const withoutOverlaps = ({ text }: Joined, found: readonly Found[]): Found[] => {
  const owners = Array<Found | undefined>(text.length).fill(undefined);
  const kept: Found[] = [];
  for (const span of found) {
    const others = [...new Set(owners.slice(span.from, span.to))].filter((one) => one !== undefined);
    if (others.some((one) => one.kind === span.kind || (one.from >= span.from && one.to <= span.to)))
      continue;
    let { from, to } = span;
    for (const one of others) {
      if (one.from <= from) from = one.to;
      else to = one.from;
    }
    while (from > span.from && isSeparator(text.charAt(from)) && from < to) from += 1;
    while (to < span.to && isSeparator(text.charAt(to - 1)) && from < to) to -= 1;
    if (from >= to) continue;
    const rest = { kind: span.kind, from, to };
    for (let at = from; at < to; at += 1) owners[at] = rest;
    kept.push(rest);
  }
  return kept.toSorted((a, b) => a.from - b.from);
};

/** Finds numbers and addresses of these kinds, typed or spoken, also across passages. The edits replace them by their labels. */
export const redaction =
  (kinds: readonly RedactionKind[]): FindEdits =>
  (passages) => {
    const joined = joinPassages(passages);
    const wanted = withoutOverlaps(joined, findAll(joined, kinds)).filter(({ kind }) => kinds.includes(kind));
    return toEdits(
      passages,
      joined,
      wanted.map((span) => ({ ...span, text: labelOf(span.kind) })),
    );
  };
