import { countedSession } from '#lib/domain/auth/counted-session.ts';
import { countVariable, readConfig, textVariable } from '#lib/platform/config.ts';
import type { SessionRouteDeps } from '../http/session.ts';
import { now } from './clock.ts';
import { liveTable } from './table.ts';

/** The dependencies of every route of the console: the table, the clock, and the function that identifies the person. */
export const liveSessionRoute = (): SessionRouteDeps => {
  const config = readConfig({ CONSOLE_ORIGIN: textVariable, CONSOLE_REQUESTS_PER_MINUTE: countVariable });
  const table = liveTable();
  const countSession = countedSession(table, config.CONSOLE_REQUESTS_PER_MINUTE);
  return { access: { origin: config.CONSOLE_ORIGIN, countSession }, table, now };
};
