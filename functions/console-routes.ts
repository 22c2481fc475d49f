import * as kinds from './route-kinds.ts';

const { open, signedIn, members, readers, builders, payers, owners } = kinds;
const { previewReaders, previewBuilders } = kinds;

/** The rows of routes.ts for the console's page only. The public API does not document them. */
export const consoleRoutes = {
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
  'GET /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}': {
    file: 'platform/invitations/get.ts',
    ...signedIn,
  },
  'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/renew': {
    file: 'platform/invitations/renew.ts',
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
  'PATCH /api/platform/v1/organizations/{organization_id}/billing': {
    file: 'platform/billing/change.ts',
    ...payers,
  },
  'PATCH /api/platform/v1/organizations/{organization_id}/billing/auto-top-up': {
    file: 'platform/billing/change-top-up.ts',
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
