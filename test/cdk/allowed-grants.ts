import { apiGrants } from './allowed/api.ts';
import { consoleGrants } from './allowed/console.ts';
import { realtimeGrants } from './allowed/realtime.ts';
import { workerGrants } from './allowed/workers.ts';

/** The grants of each function besides logs and traces: one line per action and resource, or per action and partition key. */
export const allowed: Record<string, string[]> = {
  ...apiGrants,
  ...consoleGrants,
  ...realtimeGrants,
  ...workerGrants,
};
