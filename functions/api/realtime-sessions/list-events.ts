import * as contracts from '#lib/domain/realtime/contracts.ts';
import { listEvents, type ListEventsDeps, ListEventsHeaders } from '#lib/domain/realtime/list-events.ts';
import { parseRequest } from '#lib/platform/http/validation.ts';
import { liveKeyRoute } from '../../deps/authentication.ts';
import { liveListEvents } from '../../deps/realtime.ts';
import { apiKeyRoute, type KeyRouteDeps } from '../../http/api-key.ts';

export const createHandler = ({ authenticate, ...deps }: KeyRouteDeps<ListEventsDeps>) =>
  apiKeyRoute(
    { authenticate, contract: contracts.listEvents },
    async ({ caller, params, query, headers, remainingMs }) => {
      const { 'last-event-id': lastEventId } = parseRequest(ListEventsHeaders, headers);
      const { accept } = headers;
      return listEvents(deps, caller, { id: params.session_id, query, accept, lastEventId, remainingMs });
    },
  );

const route = liveKeyRoute();
export const handler = createHandler({ ...route, ...liveListEvents(route.table) });
