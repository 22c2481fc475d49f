import { type Authenticate, authenticator } from '#lib/domain/auth/authenticate.ts';
import { recording } from '#lib/domain/requests/recording.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { now } from './clock.ts';
import { liveLimits } from './settings.ts';

/** Finds the owner of an API key, counts the request, and lets it be recorded. */
export const liveAuthenticate = (table: Table): Authenticate =>
  recording(authenticator(table, liveLimits()), { table, now });
