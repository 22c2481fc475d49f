import { isSkipped, type Piece } from './digits.ts';
import type { Joined, Span } from './joined.ts';
import { betweenGroups } from './read-back.ts';

/** The length of an IBAN by country (ISO 13616 registry). */
const lengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 ' +
    'FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 ' +
    'MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 ' +
    'SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))] as const),
);

/** ISO 7064: move the first four characters to the end, and replace letters by 10 to 35. The number modulo 97 must be 1. */
const hasIbanChecksum = (iban: string): boolean => {
  let rest = 0;
  for (const character of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(parseInt(character, 36))) rest = (10 * rest + Number(digit)) % 97;
  return rest === 1;
};

type Part = Span & {
  readonly characters: string;
  readonly isDigits: boolean;
  /** Whether it is a letter that is spelled by a word. */
  readonly isSpelled: boolean;
  /** Whether it is an "o", which may be the letter or a zero. */
  readonly isO: boolean;
};

/** The words of the spelling alphabet of NATO and ICAO, by their letters. */
const alphabet: ReadonlyMap<string, string> = new Map(
  (
    'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra ' +
    'tango uniform victor whiskey whisky xray yankee zulu'
  )
    .split(' ')
    .map((word) => [word, word.charAt(0).toUpperCase()] as const),
);

/** How many pieces explain the letter at an index, or the two of a country: three in "D as in David", two in "FR comme France". */
const explanationAt = (pieces: readonly Piece[], at: number): number => {
  const [letter = '', first = '', second = '', third = ''] = pieces
    .slice(at, at + 4)
    .map(({ word }) => word.toLowerCase());
  if (first === 'as' && second === 'in') return third.startsWith(letter) ? 3 : 0;
  return /^(?:for|like|wie|comme|come|como|de)$/.test(first) && second.startsWith(letter) ? 2 : 0;
};

/** The pieces of a text as letters and digits. "D as in David" and "Delta" are the letter D. */
const partsOf = (pieces: readonly Piece[]): Part[] => {
  const parts: Part[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const own = pieces[at];
    if (!own) break;
    const { from, word, digits } = own;
    const letter = alphabet.get(word.toLowerCase());
    const explanation = explanationAt(pieces, at);
    at += explanation;
    parts.push({
      from,
      to: pieces[at]?.to ?? own.to,
      isDigits: digits !== undefined,
      isSpelled: letter !== undefined || explanation > 0,
      isO: /^o$/iu.test(word),
      characters: letter ?? digits?.digits ?? word.normalize('NFKC').toUpperCase(),
    });
  }
  return parts;
};

/**
 * Whether a part may belong to an IBAN. Excludes words like "is" and "it": the letters of an IBAN are capitals, spelled
 * one by one, or next to digits. Only the four letters of a bank, which follow the check digits, may be written small.
 */
const mayBelong = ({ from, to, isDigits, isSpelled }: Part, text: string, offset: number): boolean =>
  isDigits ||
  isSpelled ||
  to - from === 1 ||
  (to - from === 4 && offset === 4) ||
  !/\p{Ll}/u.test(text.slice(from, to)) ||
  /\p{Nd}/u.test(text.slice(Math.max(0, from - 1), from) + text.slice(to, to + 1));

/** Whether a part is an answer or a filler, and not a digit like the Portuguese "um" or a letter of an IBAN. */
const isBetween = ({ from, to, isDigits }: Part, text: string): boolean => {
  const word = text.slice(from, to);
  return !isDigits && word.length > 1 && (isSkipped(word) || betweenGroups.has(word.toLowerCase()));
};

/** The maximum number of parts of an IBAN, including the words between them. */
const maxParts = 60;

/** How to read what is ambiguous. */
type Reading = { readonly isReadBack: boolean; readonly hasLetterO: boolean };
const readings: readonly Reading[] = [
  { isReadBack: false, hasLetterO: false },
  { isReadBack: false, hasLetterO: true },
  { isReadBack: true, hasLetterO: false },
  { isReadBack: true, hasLetterO: true },
];

/** Whether the letters of the country or of the bank are at an offset. */
const isLettered = (offset: number): boolean => offset < 2 || (offset > 3 && offset < 8);

/**
 * The IBAN that begins at a part. If it is read back, a group that is said twice counts once. Undefined if there is none.
 */
const ibanAt = (
  text: string,
  parts: readonly Part[],
  { isReadBack, hasLetterO }: Reading,
): Span | undefined => {
  let iban = '';
  let last = '';
  for (const part of parts) {
    const { to, isO } = part;
    if (iban !== '' && isBetween(part, text)) continue;
    if (iban !== '' && !mayBelong(part, text, iban.length)) return undefined;
    const characters = hasLetterO && isO && isLettered(iban.length) ? 'O' : part.characters;
    if (isReadBack && characters.length > 2 && characters === last) continue;
    last = characters;
    iban += characters;
    const length = iban.length < 2 ? Infinity : lengths.get(iban.slice(0, 2));
    if (length === undefined || (iban.length > 3 && !/^[A-Z]{2}\d\d/.test(iban)) || iban.length > length)
      return undefined;
    if (iban.length === length) return hasIbanChecksum(iban) ? { from: parts[0]?.from ?? to, to } : undefined;
  }
  return undefined;
};

/** The International Bank Account Numbers in the pieces of a text, by length and checksum. They may overlap. */
export const ibans = ({ text }: Joined, pieces: readonly Piece[]): Span[] => {
  const parts = partsOf(pieces);
  return parts.flatMap((_, at) => {
    const own = parts.slice(at, at + maxParts);
    return readings.flatMap((reading) => ibanAt(text, own, reading) ?? []).slice(0, 1);
  });
};
