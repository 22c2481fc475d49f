import { apiGrants } from './allowed/api.ts';
import { consoleGrants } from './allowed/console.ts';
import { workerGrants } from './allowed/workers.ts';

/** What each function may do, beyond writing its logs and traces: one line for each action on each resource, or under each key. */
export const allowed: Record<string, string[]> = { ...apiGrants, ...consoleGrants, ...workerGrants };
