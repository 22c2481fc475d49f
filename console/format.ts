/** Formats `"1234.500000"` as `$1,234.500000`. Keeps all digits, so that a column of amounts is aligned. */
export const exactDollars = (usd: string): string => {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(usd) ?? [];
  return `${sign && '−'}$${BigInt(whole).toLocaleString('en-US')}${fraction}`;
};

/** Formats `"0.005103"` as `$0.005103`, and `"25.000000"` as `$25.00`: no trailing zeros, but at least cents. */
export const dollars = (usd: string): string => exactDollars(usd).replace(/(\.\d\d\d*?)0+$/, '$1');

/** Formats a change of a balance: `+$10.00`, `−$0.005103`. */
export const credited = (usd: string): string => (usd.startsWith('-') ? dollars(usd) : `+${dollars(usd)}`);

/** Formats 61240 ms as `1:01`, and 3601000 ms as `1:00:01`. */
export const clock = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const two = (count: number) => String(count).padStart(2, '0');
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
};

const oneDecimal = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 1 });

/** Formats milliseconds: `12 s`, `4.2 min`. */
export const duration = (ms: number): string =>
  // A value that would be rounded to 60 s gets the next unit.
  ms < 59_950 ? `${oneDecimal(ms / 1000)} s` : `${oneDecimal(ms / 60_000)} min`;

/** Formats a size: `127.7 KB`, `1.2 GB`. */
export const bytes = (count: number): string => {
  if (count < 1e3) return `${count} B`;
  // A value that would be rounded to 1,000 gets the next unit.
  if (count < 999_950) return `${oneDecimal(count / 1e3)} KB`;
  return count < 999_950_000 ? `${oneDecimal(count / 1e6)} MB` : `${oneDecimal(count / 1e9)} GB`;
};

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 2 });

/** The label of an axis, which has little room: `2.5 min`, `112.5K min`. */
export const shortMinutes = (minutes: number): string => `${compact.format(minutes)} min`;

export const count = (value: number, one: string): string =>
  `${value.toLocaleString('en')} ${value === 1 ? one : `${one}s`}`;

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

/** The English name of a language tag: `en` becomes `English`. */
export const languageName = (tag: string): string => {
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
};

export const byLanguageName = (a: string, b: string): number =>
  languageName(a).localeCompare(languageName(b), 'en');

/** The local time for the name of a file: `2026-11-29T18-46-32`. Swedish writes a time in this order. */
export const fileTime = (at: Date): string => at.toLocaleString('sv').replace(' ', 'T').replaceAll(':', '-');

/** Formats `"2026-11"` as `November 2026`. */
export const month = (text: string): string =>
  new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${text}-01T00:00:00Z`),
  );

/** The first letter of a name, which may be an emoji. */
export const initialOf = (name: string): string => Array.from(name).at(0)?.toUpperCase() ?? '';
