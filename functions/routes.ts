import type { Right } from '#lib/domain/organizations/roles.ts';
import * as kinds from './route-kinds.ts';

const { keyed, keyedPreview, open } = kinds;
const { signedIn, members, readers, builders, payers, owners } = kinds;
const { previewReaders, previewBuilders } = kinds;

/** Every HTTP route and the file that answers it; contracts.ts has its contract. CDK makes a function of each, also for the laptop. */
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
  'GET /api/platform/v1/session': { file: 'platform/session/get.ts', ...signedIn },
  'DELETE /api/platform/v1/session': { file: 'platform/session/delete.ts', ...signedIn },
  'GET /api/platform/v1/sessions': { file: 'platform/sessions/list.ts', ...signedIn },
  'DELETE /api/platform/v1/sessions/{session_id}': { file: 'platform/sessions/end.ts', ...signedIn },
  'DELETE /api/platform/v1/sessions': { file: 'platform/sessions/delete.ts', ...signedIn },
  'GET /api/platform/v1/sign-in': { file: 'platform/sign-in/start.ts', ...open },
  'GET /api/platform/v1/sign-in/callback': { file: 'platform/sign-in/callback.ts', ...open },
  'POST /api/platform/v1/organizations': { file: 'platform/organizations/create.ts', ...signedIn },
  'GET /api/platform/v1/organizations': { file: 'platform/organizations/list.ts', ...signedIn },
  'PATCH /api/platform/v1/organizations/{organization_id}': {
    file: 'platform/organizations/change.ts',
    ...owners,
  },
  'DELETE /api/platform/v1/organizations/{organization_id}': {
    file: 'platform/organizations/delete.ts',
    ...owners,
  },
  'GET /api/platform/v1/organizations/{organization_id}/audit-log': {
    file: 'platform/audit-log/list.ts',
    ...owners,
  },
  'GET /api/platform/v1/organizations/{organization_id}/members': {
    file: 'platform/members/list.ts',
    ...members,
  },
  'PATCH /api/platform/v1/organizations/{organization_id}/members/{user_id}': {
    file: 'platform/members/change.ts',
    ...owners,
  },
  'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}': {
    file: 'platform/members/remove.ts',
    ...members,
  },
  'POST /api/platform/v1/organizations/{organization_id}/invitations': {
    file: 'platform/invitations/create.ts',
    ...owners,
  },
  'DELETE /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}': {
    file: 'platform/invitations/revoke.ts',
    ...owners,
  },
  'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/accept': {
    file: 'platform/invitations/accept.ts',
    ...signedIn,
  },
  'PATCH /api/platform/v1/projects/{project_id}': { file: 'platform/projects/change.ts', ...builders },
  'DELETE /api/platform/v1/projects/{project_id}': { file: 'platform/projects/delete.ts', ...owners },
  'POST /api/platform/v1/organizations/{organization_id}/projects': {
    file: 'platform/projects/create.ts',
    ...builders,
  },
  'GET /api/platform/v1/organizations/{organization_id}/projects': {
    file: 'platform/projects/list.ts',
    ...members,
  },
  'GET /api/platform/v1/projects/{project_id}/requests/{request_id}': {
    file: 'platform/requests/get.ts',
    ...readers,
  },
  'GET /api/platform/v1/projects/{project_id}/usage': { file: 'platform/usage/get.ts', ...members },
  'GET /api/platform/v1/organizations/{organization_id}/billing': {
    file: 'platform/billing/get.ts',
    ...payers,
  },
  'POST /api/platform/v1/organizations/{organization_id}/billing/checkout': {
    file: 'platform/billing/create-checkout.ts',
    ...payers,
  },
  'POST /api/platform/v1/organizations/{organization_id}/billing/portal': {
    file: 'platform/billing/open-portal.ts',
    ...payers,
  },
  'GET /api/platform/v1/organizations/{organization_id}/billing/subscriptions': {
    file: 'platform/billing/list-subscriptions.ts',
    ...payers,
  },
  'GET /api/platform/v1/organizations/{organization_id}/billing/receipts/{entry_id}': {
    file: 'platform/billing/get-receipt.ts',
    ...payers,
  },
  'POST /api/platform/v1/billing/events': { file: 'platform/billing/receive-event.ts', ...open },
  'POST /api/platform/v1/projects/{project_id}/api-keys': {
    file: 'platform/api-keys/create.ts',
    ...builders,
  },
  'GET /api/platform/v1/projects/{project_id}/api-keys': { file: 'platform/api-keys/list.ts', ...readers },
  'DELETE /api/platform/v1/projects/{project_id}/api-keys/{key_id}': {
    file: 'platform/api-keys/revoke.ts',
    ...builders,
  },
  'POST /api/platform/v1/webhooks': { file: 'platform/webhooks/create.ts', ...previewBuilders },
  'GET /api/platform/v1/webhooks': { file: 'platform/webhooks/list.ts', ...previewReaders },
  'GET /api/platform/v1/webhooks/{webhook_id}': { file: 'platform/webhooks/get.ts', ...previewReaders },
  'PATCH /api/platform/v1/webhooks/{webhook_id}': { file: 'platform/webhooks/change.ts', ...previewBuilders },
  'DELETE /api/platform/v1/webhooks/{webhook_id}': {
    file: 'platform/webhooks/delete.ts',
    ...previewBuilders,
  },
  'POST /api/platform/v1/webhooks/{webhook_id}/rotate-secret': {
    file: 'platform/webhooks/rotate-secret.ts',
    ...previewBuilders,
  },
  'POST /api/platform/v1/webhooks/{webhook_id}/test': {
    file: 'platform/webhooks/test.ts',
    ...previewBuilders,
  },
  'GET /api/platform/v1/webhooks/{webhook_id}/deliveries': {
    file: 'platform/webhooks/list-deliveries.ts',
    ...previewReaders,
  },
  'POST /api/platform/v1/webhooks/{webhook_id}/redeliver': {
    file: 'platform/webhooks/redeliver-failed.ts',
    ...previewBuilders,
  },
  'GET /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}': {
    file: 'platform/webhooks/get-delivery.ts',
    ...previewReaders,
  },
  'POST /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': {
    file: 'platform/webhooks/redeliver.ts',
    ...previewBuilders,
  },
  'POST /api/platform/v1/projects/{project_id}/transcription-uploads': {
    file: 'platform/transcription-uploads/create.ts',
    ...builders,
  },
  'POST /api/platform/v1/projects/{project_id}/realtime/sessions': {
    file: 'platform/realtime-sessions/create.ts',
    ...previewBuilders,
  },
  'POST /api/platform/v1/projects/{project_id}/transcriptions': {
    file: 'platform/transcriptions/create.ts',
    ...builders,
  },
  'GET /api/platform/v1/projects/{project_id}/transcriptions': {
    file: 'platform/transcriptions/list.ts',
    ...readers,
  },
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': {
    file: 'platform/transcriptions/get.ts',
    ...readers,
  },
  'DELETE /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': {
    file: 'platform/transcriptions/delete.ts',
    ...builders,
  },
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/transcript': {
    file: 'platform/transcriptions/get-transcript.ts',
    ...readers,
  },
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/deliveries': {
    file: 'platform/transcriptions/list-deliveries.ts',
    ...previewReaders,
  },
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/ledger': {
    file: 'platform/transcriptions/get-ledger.ts',
    ...readers,
  },
  'POST /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/retry': {
    file: 'platform/transcriptions/retry.ts',
    ...builders,
  },
} as const satisfies Record<string, kinds.RouteEntry>;

export type Route = keyof typeof routes;

export const isRoute = (key: string): key is Route => Object.hasOwn(routes, key);

/** The right that a route requires; that of owners where none is stated. */
export const rightOf = (route: string): Right => {
  const entry: Partial<kinds.RouteEntry> = isRoute(route) ? routes[route] : {};
  return entry.right ?? 'manage';
};

/** A route for the console's page only. The public API does not document it. */
export type ConsoleRoute = Extract<Route, `${string} /api/platform/${string}`>;
export type ApiRoute = Exclude<Route, ConsoleRoute>;

export const isConsoleRoute = (route: Route): route is ConsoleRoute => route.includes(' /api/platform/');
export const isApiRoute = (route: Route): route is ApiRoute => !isConsoleRoute(route);

/** Whether anybody may read it: the documents of the service. */
export const isPublished = (key: string): boolean =>
  isRoute(key) && isApiRoute(key) && routes[key].audience === 'public';

/** The key of HEAD beside GET, which is a route of its own to API Gateway. The same function answers it. */
export const headKeyOf = (key: string): string => key.replace(/^GET /, 'HEAD ');
