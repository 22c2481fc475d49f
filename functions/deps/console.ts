import { countedSession } from '#lib/domain/auth/counted-session.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { countVariable, readConfig, textVariable } from '#lib/platform/config.ts';
import type { ConsoleAccess } from '../http/session.ts';

/** Authentication of console requests. */
export const liveConsole = (table: Table): ConsoleAccess => {
  const config = readConfig({ CONSOLE_ORIGIN: textVariable, CONSOLE_REQUESTS_PER_MINUTE: countVariable });
  return {
    origin: config.CONSOLE_ORIGIN,
    countSession: countedSession(table, config.CONSOLE_REQUESTS_PER_MINUTE),
  };
};
