import { splitBetween } from '#lib/platform/split-between.ts';
import { withoutDates } from './dates.ts';
import { type Chain, digitsOf, isCounting, spanOf } from './digits.ts';
import type { Joined, Span } from './joined.ts';
import { isOther } from './other-numbers.ts';

const cueReach = 40;
const maxDigits = 15;
const cues =
  /\b(?:call|phone|tel|telephone|mobile|cell|cellphone|fax|text|dial|reach (?:me|us|him|her|them)|(?:my|our|his|her|their|your|contact|callback) number|whatsapp|telefon\p{L}*|handy\p{L}*|(?:meine|unsere|ihre|seine|mijn|uw|onze) nummer|(?:mi|su) número|(?:mon|notre|son) numéro|(?:mio|nostro|suo) numero|meu número|rufnummer|anrufen|teléfono|móvil|celular|llame|téléphone|portable|appelez|telefono|cellulare|chiami|telefone|telemóvel|ligue|bel|mobiel)\b[^\d]*$/iu;
/** Cues in scripts without spaces between words, and in others than Latin. */
const otherCues =
  /(?:电话|手机|拨打|致电|電話|手機|撥打|携帯|전화|휴대폰|โทร|телефон|звон|мобильн|τηλέφωνο|טלפון|هاتف|جوال|اتصل|फ़ोन|मोबाइल)[^\d]*$/iu;
const plus = /(?:\+|\b(?:plus|más|più))\s*\(?$/iu;
/** North America: the area code and the exchange begin with 2 to 9. */
export const northAmerican = /^1?[2-9]\d{2}[2-9]\d{6}$/;
/** Only zeros and ones are bits. */
const national = /^(?=.*[2-9])(?:0\d{8,11}|00\d{8,13})$/;
const localGroups = /^\d{3}-\d{4}$/;
/** Dates that `withoutDates` does not remove: "15 11 2024", "03.04.26". */
const date = /^(?:\d{1,2}[\s./-]+\d{1,2}[\s./-]+(?:19|20)?\d{2}|(?:19|20)\d{2}\s+\d{1,2}\s+\d{1,2})$/;

const lengthsOf = (chain: Chain): string => chain.map(({ digits }) => digits.length).join(' ');
const northAmericanGroups = /^(?:1 )?3 3 4$/;
/** The groups of a large number: "2 147 483 647". */
const thousands = /^[12] 3 3 3$/;

const isYears = (chain: Chain): boolean =>
  chain.length > 1 && chain.every(({ digits, isTyped }) => isTyped && /^(?:19|20)\d{2}$/.test(digits));

/** Splits a chain at gaps that match. */
export const splitAtGaps = ({ text }: Joined, chain: Chain, gap: RegExp): Chain[] => {
  const parts = splitBetween(chain, (before, digits) => gap.test(text.slice(before.to, digits.from)));
  return parts.length === 1 ? [chain] : parts;
};

/** Whether this is a fraction like "1/2", but not a number like 0151/2345678. */
const isFraction = (chain: Chain, written: string): boolean =>
  /\p{Nd}\/\p{Nd}/u.test(written) && !chain[0]?.digits.startsWith('0');

/** Whether this is a decimal or an IP address: points without a space, but not as in 06.12.34.56.78. */
const isDecimal = (chain: Chain, written: string): boolean =>
  /\p{Nd}\.\p{Nd}/u.test(written) &&
  !northAmericanGroups.test(lengthsOf(chain)) &&
  !(chain[0]?.digits.startsWith('0') && chain.every(({ digits }) => /^\d{2,4}$/.test(digits)));

/** Whether this is a list like "2019, 2020" or "120, 135, 140". */
const isList = (listed: readonly Chain[]): boolean => {
  const [first = 0, ...others] = listed.map((one) => digitsOf(one).length);
  return first > 2 && first < 7 && others.length > 0 && others.every((length) => length === first);
};

/** The end of a list: "250, 325, 5000 and 6000". */
const goesOn = /^,?\s+(?:and|or|und|oder|et|ou|y|o|e|en|of)\s+\d+(?![\d-])/u;

const isPhone = (joined: Joined, chain: Chain): boolean => {
  const { text } = joined;
  const digits = digitsOf(chain);
  const { from, to } = spanOf(chain);
  const before = text.slice(Math.max(0, from - cueReach), from);
  const written = text.slice(from, to);
  // Thousands and amounts have separators without a space after them.
  if (/\d,\d|:/.test(written) || isCounting(chain)) return false;
  if (plus.test(before) && !digits.startsWith('0')) return digits.length >= 8 && digits.length <= maxDigits;
  if (isOther(joined, { from, to }) || isYears(chain)) return false;
  if (isDecimal(chain, written) || isFraction(chain, written)) return false;
  const listed = splitAtGaps(joined, chain, /,\s/);
  const isTyped = chain.every((one) => one.isTyped);
  if (isTyped && listed.some((one) => date.test(text.slice(spanOf(one).from, spanOf(one).to)))) return false;
  if (national.test(digits) || localGroups.test(written)) return true;
  const mayBeNumbers = isTyped && listed.length > 1;
  if (mayBeNumbers && goesOn.test(text.slice(to, to + cueReach)) && !cues.test(before)) return false;
  if (
    northAmerican.test(digits) &&
    !thousands.test(lengthsOf(chain)) &&
    (!mayBeNumbers || northAmericanGroups.test(lengthsOf(chain)))
  )
    return true;
  if (isTyped && isList(listed)) return false;
  return digits.length >= 7 && digits.length <= maxDigits && (cues.test(before) || otherCues.test(before));
};

/** Groups typed digits as they are typed, and spoken digits by the marks between them. */
const groupsOf = ({ text }: Joined, chain: Chain): Chain[] =>
  splitBetween(
    chain,
    (before, digits) =>
      before.isTyped || digits.isTyped || /[,.;\n]/.test(text.slice(before.to, digits.from)),
  );

/**
 * The phone numbers among other groups: those of the North American form, and a number with a leading zero that other
 * groups follow.
 */
const strictRuns = (joined: Joined, chain: Chain): Chain[] => {
  const groups = groupsOf(joined, chain);
  const american = groups.flatMap((_, at) => {
    const run = groups.slice(at, at + 3);
    const part = run.flat();
    const isForm =
      run.map((group) => digitsOf(group).length).join(' ') === '3 3 4' && northAmerican.test(digitsOf(part));
    const isListed = part.every(({ isTyped }) => isTyped) && splitAtGaps(joined, part, /,/).length > 1;
    return isForm && !isOther(joined, spanOf(part)) && !isListed ? [part] : [];
  });
  const beginnings = groups
    .slice(0, maxDigits)
    .map((_, count) => groups.slice(0, count + 1).flat())
    .filter((part) => national.test(digitsOf(part)) && isPhone(joined, part));
  return [...american, ...beginnings.slice(-1)];
};

/**
 * Whether typed groups rule out a card number. Other digits of a segment may be part of a card number that continues in
 * the next segment.
 */
const isMarked = (part: Chain): boolean =>
  part.every(({ isTyped }) => isTyped) && !part.every(({ digits }) => digits.length === 4);

const withSign = ({ text }: Joined, { from, to }: Span): Span => {
  const before = text.slice(Math.max(0, from - 8), from);
  const sign = plus.exec(before) ?? /\($/.exec(before);
  return { from: from - (sign?.[0].length ?? 0), to };
};

const afterCount = /^\s+(?:days?|hours?|minutes?|times|weeks?|people)(?!\p{L})/iu;

/** Leaves out a last number that counts something: the 7 of "415 555 2671, 7 days a week". */
const withoutCount = ({ text }: Joined, chain: Chain): Chain => {
  const before = chain.at(-2);
  const last = chain.at(-1);
  const isCount =
    before &&
    last &&
    /[,.]\s/.test(text.slice(before.to, last.from)) &&
    afterCount.test(text.slice(last.to, last.to + cueReach));
  return isCount ? chain.slice(0, -1) : chain;
};

const undatedNumbers = (joined: Joined, undated: Chain): Span[] => {
  const chain = withoutCount(joined, undated);
  if (isPhone(joined, chain)) return [withSign(joined, spanOf(chain))];
  const sentences = splitAtGaps(joined, chain, /[.;?!。]\s|:/u);
  const listed = sentences.flatMap((part) => splitAtGaps(joined, part, /,\s/));
  const lines = sentences.flatMap((part) => splitAtGaps(joined, part, /\n/)).filter(isMarked);
  const parts = [...new Set([...sentences, ...listed, ...lines])];
  return [
    ...parts.filter((part) => isPhone(joined, part)),
    ...parts.flatMap((part) => strictRuns(joined, part)),
  ].map((part) => withSign(joined, spanOf(part)));
};

/**
 * The phone numbers of a chain: with a country code, with a leading zero, in the North American form (also without the
 * area code: 555-0123), or after a word such as "call". They may overlap. Of two that do, the first is the better one.
 */
export const phoneNumbers = (joined: Joined, chain: Chain): Span[] =>
  withoutDates(joined, chain).flatMap((undated) => undatedNumbers(joined, undated));

/**
 * The phone numbers of a chain that has only phone numbers of the form 3-3-4, each after a mark, and no part of a card
 * number.
 */
export const phoneLists = (joined: Joined, chain: Chain): Span[] => {
  const parts = splitAtGaps(joined, chain, /[,;.?!]\s|\n/);
  const isForm = (part: Chain): boolean =>
    northAmericanGroups.test(lengthsOf(part)) && part.every(({ isTyped }) => isTyped);
  return parts.length > 1 && parts.every(isForm) ? parts.map((part) => withSign(joined, spanOf(part))) : [];
};
