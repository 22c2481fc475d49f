import { type Chain, digitsOf, isCounting, spanOf } from './digits.ts';
import type { Joined, Span } from './joined.ts';

const cueReach = 40;
const cues =
  /\b(?:call|phone|tel|telephone|mobile|cell|cellphone|fax|text|dial|whatsapp|telefon|handy|rufnummer|anrufen|teléfono|móvil|celular|llame|téléphone|portable|appelez|telefono|cellulare|chiami|telefone|telemóvel|ligue|bel|mobiel)\b[^\d]*$/iu;
/** In scripts without spaces between words. */
const unspacedCues = /(?:电话|手机|拨打|致电|電話|手機|撥打|携帯|전화|휴대폰)[^\d]*$/u;
const plus = /(?:\+|\bplus)\s*\(?$/iu;
/** North America: area and exchange begin with 2 to 9. */
const northAmerican = /^1?[2-9]\d{2}[2-9]\d{6}$/;
const national = /^0\d{8,11}$/;
const localGroups = /^\d{3}-\d{4}$/;
const date = /^\d{1,4}[.-]\d{1,2}[.-]\d{1,4}$/;

const isPhone = ({ text }: Joined, chain: Chain): boolean => {
  const digits = digitsOf(chain);
  const { from, to } = spanOf(chain);
  const before = text.slice(Math.max(0, from - cueReach), from);
  const written = text.slice(from, to);
  // Thousands and amounts have separators without a space.
  if (date.test(written) || /\d,\d|:/.test(written) || isCounting(chain)) return false;
  if (plus.test(before)) return digits.length >= 8 && digits.length <= 15;
  if (national.test(digits) || northAmerican.test(digits) || localGroups.test(written)) return true;
  return digits.length >= 7 && digits.length <= 15 && (cues.test(before) || unspacedCues.test(before));
};

/** Splits a chain at sentence ends and colons. */
const partsOf = ({ text }: Joined, chain: Chain): Chain[] => {
  const parts: Chain[number][][] = [];
  for (const [i, digits] of chain.entries()) {
    const gap = text.slice(chain[i - 1]?.to ?? 0, digits.from);
    const open = parts.at(-1);
    if (open && !/[.;?!。]\s|:/u.test(gap)) open.push(digits);
    else parts.push([digits]);
  }
  return parts;
};

const withSign = ({ text }: Joined, { from, to }: Span): Span => {
  const sign = /(?:\+|\bplus)\s*\(?$|\($/iu.exec(text.slice(Math.max(0, from - 8), from));
  return { from: from - (sign?.[0].length ?? 0), to };
};

/** The phone numbers of a chain: with a country code, a leading zero, as in North America (also without the area: 555-0123), or after a word such as "call". */
export const phoneNumbers = (joined: Joined, chain: Chain): Span[] => {
  if (isPhone(joined, chain)) return [withSign(joined, spanOf(chain))];
  const parts = partsOf(joined, chain);
  if (parts.length < 2) return [];
  return parts.filter((part) => isPhone(joined, part)).map((part) => withSign(joined, spanOf(part)));
};
