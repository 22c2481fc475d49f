export const secondMs = 1_000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The instant `ms` after a date or an ISO 8601 text, or before it when `ms` is negative. */
export const later = (date: Date | string, ms: number): Date => new Date(new Date(date).getTime() + ms);

/** The day of a date in UTC: "2026-11-20". */
export const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** The `ttl` of an item that DynamoDB may delete after `date`: seconds since 1970. */
export const ttlAt = (date: Date): number => Math.ceil(date.getTime() / secondMs);
