export const dayMs = 86_400_000;

/** A UTC date, YYYY-MM-DD. */
export const utcDate = (daysAgo = 0): string =>
  new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const long = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const midnight = (date: string): Date => new Date(`${date}T00:00:00Z`);

/** Formats `2026-11-21` as `Nov 21`. */
export const shortDate = (date: string): string => short.format(midnight(date));

/** Formats `2026-11-21` as `Nov 21, 2026`. */
export const longDate = (date: string): string => long.format(midnight(date));
