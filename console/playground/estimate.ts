import { clock, count, dollars } from '../format.ts';

type Estimated = {
  usdPerMinute: string;
  freeMinutesPerDay: number;
  /** The length of each; null if unknown. */
  files: readonly { ms: number | null }[];
  isTest: boolean;
  isMultichannel: boolean;
};

/** What these recordings cost, before they are sent: `3 files, 12:04 ≈ $0.0603`. */
export const estimateOf = (estimated: Estimated): string => {
  const { files, usdPerMinute, freeMinutesPerDay, isTest, isMultichannel } = estimated;
  const free = `Free, up to ${count(freeMinutesPerDay, 'minute')} a day (UTC)`;
  const perMinute = isTest ? free : `${dollars(usdPerMinute)} per minute. Failed jobs are free.`;
  const known = files.flatMap(({ ms }) => ms ?? []);
  if (known.length === 0) return perMinute;
  const totalMs = known.reduce((sum, ms) => sum + ms, 0);
  const of = files.length === 1 ? '' : `${count(files.length, 'file')}, `;
  const unknown =
    files.length > known.length ? ` and ${count(files.length - known.length, 'unknown length')}` : '';
  const usd = dollars(((Number(usdPerMinute) * totalMs) / 60_000).toFixed(4));
  const cost = isTest ? free : `≈ ${usd}${isMultichannel ? ' per channel' : ''}`;
  return `${of}${clock(totalMs)}${unknown} ${isTest ? '· ' : ''}${cost}`;
};
