import type { Route } from '#functions/routes.ts';
import type { Mode } from '#lib/platform/tenant.ts';
import type { Ask } from './ask-event.ts';
import type { Answer, Customer, FunctionWorld } from './function-world.ts';

type Sent = Pick<Ask, 'body' | 'query' | 'headers' | 'remainingMs'> & {
  readonly by: Customer;
  readonly id?: string | undefined;
  readonly mode?: Mode;
};

/** Sends a request about a customer's jobs to one route. The API and the playground use the same form. */
export type Send = (world: Pick<FunctionWorld, 'call'>, sent: Sent) => Promise<Answer>;

/** Sends with the customer's API key of the mode. */
export const byKey =
  (route: Route): Send =>
  ({ call }, { by, id, mode = 'live', ...ask }) =>
    call(route, { ...ask, as: by[mode], ...(id !== undefined && { params: { transcription_id: id } }) });

/** Sends with the customer's session, with the mode in the query. */
export const atPlayground =
  (route: Route): Send =>
  ({ call }, { by, id, mode = 'live', query, ...ask }) => {
    const params = { project_id: by.projectId, ...(id !== undefined && { transcription_id: id }) };
    return call(route, { ...ask, as: by.person, params, query: { mode, ...query } });
  };
