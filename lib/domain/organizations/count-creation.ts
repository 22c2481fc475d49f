import { personKey } from '#lib/domain/auth/person.ts';
import type { Write } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { countOfDay } from '#lib/platform/limits/count-of-day.ts';
import { secondsToMidnight } from '#lib/platform/limits/test-quota.ts';

/**
 * The maximum organizations and projects that a person may create in a UTC day. Deleted ones stay in the books, and each makes
 * every nightly audit longer. Without this limit, one person who creates and deletes them in a loop would make it run out of time.
 */
export const creationsPerDay = 100;

/** Counts a creation of today. Refused if the person has made all of the day. */
export const countCreation = (userId: string, at: Date): Write =>
  countOfDay(personKey(userId).pk, { what: 'creations', max: creationsPerDay }, at);

export const createdTooOften = (at: Date): AppError =>
  new AppError(
    'rate_limit_exceeded',
    `You may create ${creationsPerDay} organizations and projects a day, also if you delete them. Try again when the next day has begun, in UTC.`,
    { headers: { 'retry-after': String(secondsToMidnight(at)) } },
  );
