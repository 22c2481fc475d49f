import { clock, count, dollars } from '../format.ts';

type Priced = {
  usdPerMinute: string;
  freeMinutesPerDay: number;
  isTest: boolean;
  /** The text that says what is not charged. */
  free: string;
};

/** The price of a minute, as a sentence. */
export const priceOf = ({ usdPerMinute, freeMinutesPerDay, isTest, free }: Priced): string =>
  isTest
    ? `Free, up to ${count(freeMinutesPerDay, 'minute')} a day (UTC)`
    : `${dollars(usdPerMinute)} per minute. ${free}`;

type Estimated = Omit<Priced, 'free'> & {
  /** The length of each recording. Null if unknown. */
  files: readonly { ms: number | null }[];
  isMultichannel: boolean;
};

/** The cost of these recordings before they are sent: `3 files, 12:04 ≈ $0.0603`. */
export const estimateOf = (estimated: Estimated): string => {
  const { files, usdPerMinute, isTest, isMultichannel } = estimated;
  const perMinute = priceOf({ ...estimated, free: 'Failed jobs are free.' });
  const known = files.flatMap(({ ms }) => ms ?? []);
  if (known.length === 0) return perMinute;
  const totalMs = known.reduce((sum, ms) => sum + ms, 0);
  const of = files.length === 1 ? '' : `${count(files.length, 'file')}, `;
  const unknown =
    files.length > known.length ? ` and ${count(files.length - known.length, 'unknown length')}` : '';
  const usd = dollars(((Number(usdPerMinute) * totalMs) / 60_000).toFixed(4));
  const cost = isTest ? perMinute : `≈ ${usd}${isMultichannel ? ' per channel' : ''}`;
  return `${of}${clock(totalMs)}${unknown} ${isTest ? '· ' : ''}${cost}`;
};
