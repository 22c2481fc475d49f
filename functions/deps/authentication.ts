import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { recording } from '#lib/domain/requests/recording.ts';
import { now } from './clock.ts';
import { liveLimits } from './settings.ts';
import { liveTable } from './table.ts';

/**
 * The dependencies of every route with an API key: the table, the clock, and the function that finds a key's owner, counts
 * the request and lets it be recorded.
 */
export const liveKeyRoute = () => {
  const table = liveTable();
  const authenticate = authenticator(table, liveLimits().requestsPerMinute);
  return { authenticate: recording(authenticate, { table, now }), table, now };
};
