const dayMs = 86_400_000;

/** A UTC date, YYYY-MM-DD. */
export const utcDate = (daysAgo = 0): string =>
  new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

const short = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `2026-11-21` as `Nov 21`. */
export const shortDate = (date: string): string => short.format(new Date(`${date}T00:00:00Z`));
