import type { Right } from '#lib/domain/organizations/roles.ts';
import { consoleRoutes } from './console-routes.ts';
import * as kinds from './route-kinds.ts';

const { keyed, keyedPreview, open } = kinds;

/**
 * Every HTTP route and the file that answers it. contracts.ts has its contract. CDK makes a function for each route, and
 * the laptop reads the routes from CDK's template.
 */
export const routes = {
  'POST /v1/transcription-uploads': { file: 'api/transcription-uploads/create.ts', ...keyed },
  'POST /v1/transcriptions': { file: 'api/transcriptions/create.ts', ...keyed },
  'GET /v1/transcriptions': { file: 'api/transcriptions/list.ts', ...keyed },
  'GET /v1/transcriptions/{transcription_id}': { file: 'api/transcriptions/get.ts', ...keyed },
  'DELETE /v1/transcriptions/{transcription_id}': { file: 'api/transcriptions/delete.ts', ...keyed },
  'GET /v1/transcriptions/{transcription_id}/transcript': {
    file: 'api/transcriptions/get-transcript.ts',
    ...keyed,
  },
  'POST /v1/transcriptions/{transcription_id}/retry': { file: 'api/transcriptions/retry.ts', ...keyed },
  'POST /v1/audio/transcriptions': { file: 'api/audio/create-transcription.ts', ...keyed },
  'POST /v1/audio/translations': { file: 'api/audio/create-translation.ts', ...keyed },
  'GET /v1/models': { file: 'api/models/list.ts', ...keyed },
  'GET /v1/transcriptions/{transcription_id}/deliveries': {
    file: 'api/transcriptions/list-deliveries.ts',
    ...keyedPreview,
  },
  'GET /v1/transcriptions/{transcription_id}/ledger': {
    file: 'api/transcriptions/get-ledger.ts',
    ...keyed,
  },
  'POST /v1/files': { file: 'api/files/create.ts', ...keyed },
  'GET /v1/files': { file: 'api/files/list.ts', ...keyed },
  'GET /v1/files/{file_id}': { file: 'api/files/get.ts', ...keyed },
  'DELETE /v1/files/{file_id}': { file: 'api/files/delete.ts', ...keyed },
  'POST /v1/webhooks': { file: 'api/webhooks/create.ts', ...keyedPreview },
  'GET /v1/webhooks': { file: 'api/webhooks/list.ts', ...keyedPreview },
  'GET /v1/webhooks/{webhook_id}': { file: 'api/webhooks/get.ts', ...keyedPreview },
  'PATCH /v1/webhooks/{webhook_id}': { file: 'api/webhooks/change.ts', ...keyedPreview },
  'DELETE /v1/webhooks/{webhook_id}': { file: 'api/webhooks/delete.ts', ...keyedPreview },
  'POST /v1/webhooks/{webhook_id}/rotate-secret': { file: 'api/webhooks/rotate-secret.ts', ...keyedPreview },
  'POST /v1/webhooks/{webhook_id}/test': { file: 'api/webhooks/test.ts', ...keyedPreview },
  'GET /v1/webhooks/{webhook_id}/deliveries': { file: 'api/webhooks/list-deliveries.ts', ...keyedPreview },
  'POST /v1/webhooks/{webhook_id}/redeliver': { file: 'api/webhooks/redeliver-failed.ts', ...keyedPreview },
  'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}': {
    file: 'api/webhooks/get-delivery.ts',
    ...keyedPreview,
  },
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': {
    file: 'api/webhooks/redeliver.ts',
    ...keyedPreview,
  },
  'GET /v1/reports/usage': { file: 'api/usage/get.ts', ...keyed },
  'GET /v1/reports/charges': { file: 'api/charges/list.ts', ...keyed },
  'GET /v1/requests/{request_id}': { file: 'api/requests/get.ts', ...keyed },
  'POST /v1/realtime/sessions': { file: 'api/realtime-sessions/create.ts', ...keyedPreview },
  'GET /v1/realtime/sessions': { file: 'api/realtime-sessions/list.ts', ...keyedPreview },
  'GET /v1/realtime/sessions/{session_id}': { file: 'api/realtime-sessions/get.ts', ...keyedPreview },
  'DELETE /v1/realtime/sessions/{session_id}': { file: 'api/realtime-sessions/delete.ts', ...keyedPreview },
  'GET /v1/realtime/sessions/{session_id}/events': {
    file: 'api/realtime-sessions/list-events.ts',
    ...keyedPreview,
  },
  'GET /v1/asyncapi.json': { file: 'api/asyncapi/get.ts', capability: 'preview', audience: 'public' },
  'GET /v1/capabilities': { file: 'api/capabilities/get.ts', ...open },
  'GET /v1/errors': { file: 'api/errors/get.ts', ...open },
  'GET /v1/openapi.json': { file: 'api/openapi/get.ts', ...open },
  ...consoleRoutes,
} as const satisfies Record<string, kinds.RouteEntry>;

export type Route = keyof typeof routes;

export const isRoute = (key: string): key is Route => Object.hasOwn(routes, key);

/** The right that a route requires. If its row names none, the right of owners. */
export const rightOf = (route: string): Right => {
  const entry: Partial<kinds.RouteEntry> = isRoute(route) ? routes[route] : {};
  return entry.right ?? 'manage';
};

/** A route for the console's page only. The public API does not document it. */
export type ConsoleRoute = Extract<Route, `${string} /api/platform/${string}`>;
export type ApiRoute = Exclude<Route, ConsoleRoute>;

export const isConsoleRoute = (route: Route): route is ConsoleRoute => route.includes(' /api/platform/');
export const isApiRoute = (route: Route): route is ApiRoute => !isConsoleRoute(route);

/** Whether everyone may read the answer, like the documents of the service. */
export const isPublished = (key: string): boolean =>
  isRoute(key) && isApiRoute(key) && routes[key].audience === 'public';

/** The key of the HEAD route for a GET route. To API Gateway it is a separate route. The same function answers it. */
export const headKeyOf = (key: string): string => key.replace(/^GET /, 'HEAD ');
