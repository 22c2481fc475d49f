import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { recording } from '#lib/domain/requests/recording.ts';
import { now } from './clock.ts';
import { liveLimits } from './settings.ts';
import { liveTable } from './table.ts';

/** What every route by API key has: the table, the clock, and what finds a key's owner, counts the request and lets it be recorded. */
export const liveKeyRoute = () => {
  const table = liveTable();
  return { authenticate: recording(authenticator(table, liveLimits()), { table, now }), table, now };
};
