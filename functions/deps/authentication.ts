import { type Authenticate, authenticator } from '#lib/domain/auth/authenticate.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveLimits } from './settings.ts';

/** Finds the owner of an API key and counts the request. */
export const liveAuthenticate = (table: Table): Authenticate => authenticator(table, liveLimits());
