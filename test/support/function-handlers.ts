import * as createAudioTranscription from '#functions/api/audio/create-transcription.ts';
import * as createAudioTranslation from '#functions/api/audio/create-translation.ts';
import * as listModels from '#functions/api/models/list.ts';
import * as listJobDeliveries from '#functions/api/transcriptions/list-deliveries.ts';
import * as testApiWebhook from '#functions/api/webhooks/test.ts';
import * as listApiDeliveries from '#functions/api/webhooks/list-deliveries.ts';
import * as redeliverByKey from '#functions/api/webhooks/redeliver.ts';
import * as listCharges from '#functions/api/charges/list.ts';
import * as getLedger from '#functions/api/transcriptions/get-ledger.ts';
import * as redeliverFailedByKey from '#functions/api/webhooks/redeliver-failed.ts';
import * as getApiDelivery from '#functions/api/webhooks/get-delivery.ts';
import * as getUsageReport from '#functions/api/usage/get.ts';
import * as getRequest from '#functions/api/requests/get.ts';
import * as consoleRequest from '#functions/platform/requests/get.ts';
import * as consoleJobLedger from '#functions/platform/transcriptions/get-ledger.ts';
import * as consoleJobDeliveries from '#functions/platform/transcriptions/list-deliveries.ts';
import * as deleteFile from '#functions/api/files/delete.ts';
import * as getFile from '#functions/api/files/get.ts';
import * as createFile from '#functions/api/files/create.ts';
import * as listFiles from '#functions/api/files/list.ts';
import * as changeApiWebhook from '#functions/api/webhooks/change.ts';
import * as createApiWebhook from '#functions/api/webhooks/create.ts';
import * as deleteApiWebhook from '#functions/api/webhooks/delete.ts';
import * as getApiWebhook from '#functions/api/webhooks/get.ts';
import * as listApiWebhooks from '#functions/api/webhooks/list.ts';
import * as rotateApiSecret from '#functions/api/webhooks/rotate-secret.ts';
import * as getAsyncApi from '#functions/api/asyncapi/get.ts';
import * as createRealtime from '#functions/api/realtime-sessions/create.ts';
import * as deleteRealtime from '#functions/api/realtime-sessions/delete.ts';
import * as getRealtime from '#functions/api/realtime-sessions/get.ts';
import * as listRealtimeEvents from '#functions/api/realtime-sessions/list-events.ts';
import * as listRealtime from '#functions/api/realtime-sessions/list.ts';
import * as getCapabilities from '#functions/api/capabilities/get.ts';
import * as getErrors from '#functions/api/errors/get.ts';
import * as getOpenApi from '#functions/api/openapi/get.ts';
import * as createUpload from '#functions/api/transcription-uploads/create.ts';
import * as createTranscription from '#functions/api/transcriptions/create.ts';
import * as deleteTranscription from '#functions/api/transcriptions/delete.ts';
import * as getTranscript from '#functions/api/transcriptions/get-transcript.ts';
import * as getTranscription from '#functions/api/transcriptions/get.ts';
import * as listTranscriptions from '#functions/api/transcriptions/list.ts';
import * as retryTranscription from '#functions/api/transcriptions/retry.ts';
import * as createKey from '#functions/platform/api-keys/create.ts';
import * as listKeys from '#functions/platform/api-keys/list.ts';
import * as revokeKey from '#functions/platform/api-keys/revoke.ts';
import * as openPortal from '#functions/platform/billing/open-portal.ts';
import * as listSubscriptions from '#functions/platform/billing/list-subscriptions.ts';
import * as getReceipt from '#functions/platform/billing/get-receipt.ts';
import * as createCheckout from '#functions/platform/billing/create-checkout.ts';
import * as getBilling from '#functions/platform/billing/get.ts';
import * as receiveEvent from '#functions/platform/billing/receive-event.ts';
import * as listAudit from '#functions/platform/audit-log/list.ts';
import * as acceptInvitation from '#functions/platform/invitations/accept.ts';
import * as getInvitation from '#functions/platform/invitations/get.ts';
import * as createInvitation from '#functions/platform/invitations/create.ts';
import * as renewInvitation from '#functions/platform/invitations/renew.ts';
import * as revokeInvitation from '#functions/platform/invitations/revoke.ts';
import * as changeTopUp from '#functions/platform/billing/change-top-up.ts';
import * as changeBilling from '#functions/platform/billing/change.ts';
import * as changeMember from '#functions/platform/members/change.ts';
import * as listMembers from '#functions/platform/members/list.ts';
import * as removeMember from '#functions/platform/members/remove.ts';
import * as deleteOrganization from '#functions/platform/organizations/delete.ts';
import * as deleteProject from '#functions/platform/projects/delete.ts';
import * as changeOrganization from '#functions/platform/organizations/change.ts';
import * as changeProject from '#functions/platform/projects/change.ts';
import * as createOrganization from '#functions/platform/organizations/create.ts';
import * as listOrganizations from '#functions/platform/organizations/list.ts';
import * as createProject from '#functions/platform/projects/create.ts';
import * as listProjects from '#functions/platform/projects/list.ts';
import * as consoleRealtime from '#functions/platform/realtime-sessions/create.ts';
import * as deleteSession from '#functions/platform/session/delete.ts';
import * as getSession from '#functions/platform/session/get.ts';
import * as endOwnSession from '#functions/platform/sessions/end.ts';
import * as listOwnSessions from '#functions/platform/sessions/list.ts';
import * as deleteSessions from '#functions/platform/sessions/delete.ts';
import * as finishSignIn from '#functions/platform/sign-in/callback.ts';
import * as startSignIn from '#functions/platform/sign-in/start.ts';
import * as consoleUpload from '#functions/platform/transcription-uploads/create.ts';
import * as consoleCreate from '#functions/platform/transcriptions/create.ts';
import * as consoleDelete from '#functions/platform/transcriptions/delete.ts';
import * as consoleTranscript from '#functions/platform/transcriptions/get-transcript.ts';
import * as consoleGet from '#functions/platform/transcriptions/get.ts';
import * as consoleList from '#functions/platform/transcriptions/list.ts';
import * as consoleRetry from '#functions/platform/transcriptions/retry.ts';
import * as getUsage from '#functions/platform/usage/get.ts';
import * as changeWebhook from '#functions/platform/webhooks/change.ts';
import * as createWebhook from '#functions/platform/webhooks/create.ts';
import * as deleteWebhook from '#functions/platform/webhooks/delete.ts';
import * as getWebhook from '#functions/platform/webhooks/get.ts';
import * as listDeliveries from '#functions/platform/webhooks/list-deliveries.ts';
import * as listWebhooks from '#functions/platform/webhooks/list.ts';
import * as redeliver from '#functions/platform/webhooks/redeliver.ts';
import * as redeliverFailed from '#functions/platform/webhooks/redeliver-failed.ts';
import * as getDelivery from '#functions/platform/webhooks/get-delivery.ts';
import * as rotateSecret from '#functions/platform/webhooks/rotate-secret.ts';
import * as testWebhook from '#functions/platform/webhooks/test.ts';
import type { Route } from '#functions/routes.ts';
import type { HttpHandler } from '#lib/platform/http/middleware/middleware.ts';
import type { FunctionDeps } from './function-deps.ts';

const project = '/api/platform/v1/projects/{project_id}';
const organization = '/api/platform/v1/organizations/{organization_id}';
const webhook = '/api/platform/v1/webhooks/{webhook_id}';
const job = '/api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}';

/** The handler of each route, on these deps. A route without one does not compile. */
export const functionHandlers = (deps: FunctionDeps): Readonly<Record<Route, HttpHandler>> => ({
  'POST /v1/transcription-uploads': createUpload.createHandler(deps),
  'POST /v1/transcriptions': createTranscription.createHandler(deps),
  'GET /v1/transcriptions': listTranscriptions.createHandler(deps),
  'GET /v1/transcriptions/{transcription_id}': getTranscription.createHandler(deps),
  'DELETE /v1/transcriptions/{transcription_id}': deleteTranscription.createHandler(deps),
  'GET /v1/transcriptions/{transcription_id}/transcript': getTranscript.createHandler(deps),
  'POST /v1/transcriptions/{transcription_id}/retry': retryTranscription.createHandler(deps),
  'POST /v1/audio/transcriptions': createAudioTranscription.createHandler(deps),
  'POST /v1/audio/translations': createAudioTranslation.createHandler(deps),
  'GET /v1/models': listModels.createHandler(deps),
  'GET /v1/transcriptions/{transcription_id}/deliveries': listJobDeliveries.createHandler(deps),
  'GET /v1/transcriptions/{transcription_id}/ledger': getLedger.createHandler(deps),
  'POST /v1/files': createFile.createHandler(deps),
  'GET /v1/files': listFiles.createHandler(deps),
  'GET /v1/files/{file_id}': getFile.createHandler(deps),
  'DELETE /v1/files/{file_id}': deleteFile.createHandler(deps),
  'POST /v1/webhooks': createApiWebhook.createHandler(deps),
  'GET /v1/webhooks': listApiWebhooks.createHandler(deps),
  'GET /v1/webhooks/{webhook_id}': getApiWebhook.createHandler(deps),
  'PATCH /v1/webhooks/{webhook_id}': changeApiWebhook.createHandler(deps),
  'DELETE /v1/webhooks/{webhook_id}': deleteApiWebhook.createHandler(deps),
  'POST /v1/webhooks/{webhook_id}/rotate-secret': rotateApiSecret.createHandler(deps),
  'POST /v1/webhooks/{webhook_id}/test': testApiWebhook.createHandler(deps),
  'GET /v1/webhooks/{webhook_id}/deliveries': listApiDeliveries.createHandler(deps),
  'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}': getApiDelivery.createHandler(deps),
  'POST /v1/webhooks/{webhook_id}/redeliver': redeliverFailedByKey.createHandler(deps),
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': redeliverByKey.createHandler(deps),
  'GET /v1/reports/usage': getUsageReport.createHandler(deps),
  'GET /v1/reports/charges': listCharges.createHandler(deps),
  'GET /v1/requests/{request_id}': getRequest.createHandler(deps),
  'POST /v1/realtime/sessions': createRealtime.createHandler(deps),
  'GET /v1/realtime/sessions': listRealtime.createHandler(deps),
  'GET /v1/realtime/sessions/{session_id}': getRealtime.createHandler(deps),
  'DELETE /v1/realtime/sessions/{session_id}': deleteRealtime.createHandler(deps),
  'GET /v1/realtime/sessions/{session_id}/events': listRealtimeEvents.createHandler(deps),
  'GET /v1/asyncapi.json': getAsyncApi.handler,
  'GET /v1/capabilities': getCapabilities.handler,
  'GET /v1/errors': getErrors.handler,
  'GET /v1/openapi.json': getOpenApi.handler,
  'GET /api/platform/v1/session': getSession.createHandler(deps),
  'DELETE /api/platform/v1/session': deleteSession.createHandler(deps),
  'GET /api/platform/v1/sessions': listOwnSessions.createHandler(deps),
  'DELETE /api/platform/v1/sessions/{session_id}': endOwnSession.createHandler(deps),
  'DELETE /api/platform/v1/sessions': deleteSessions.createHandler(deps),
  'GET /api/platform/v1/sign-in': startSignIn.createHandler(deps),
  'GET /api/platform/v1/sign-in/callback': finishSignIn.createHandler(deps),
  'POST /api/platform/v1/organizations': createOrganization.createHandler(deps),
  'GET /api/platform/v1/organizations': listOrganizations.createHandler(deps),
  [`DELETE ${organization}`]: deleteOrganization.createHandler(deps),
  [`PATCH ${organization}`]: changeOrganization.createHandler(deps),
  [`GET ${organization}/audit-log`]: listAudit.createHandler(deps),
  [`GET ${organization}/members`]: listMembers.createHandler(deps),
  [`PATCH ${organization}/members/{user_id}`]: changeMember.createHandler(deps),
  [`DELETE ${organization}/members/{user_id}`]: removeMember.createHandler(deps),
  [`GET ${organization}/invitations/{invitation_id}`]: getInvitation.createHandler(deps),
  [`POST ${organization}/invitations`]: createInvitation.createHandler(deps),
  [`DELETE ${organization}/invitations/{invitation_id}`]: revokeInvitation.createHandler(deps),
  [`POST ${organization}/invitations/{invitation_id}/renew`]: renewInvitation.createHandler(deps),
  [`POST ${organization}/invitations/{invitation_id}/accept`]: acceptInvitation.createHandler(deps),
  [`DELETE ${project}`]: deleteProject.createHandler(deps),
  [`PATCH ${project}`]: changeProject.createHandler(deps),
  [`POST ${organization}/projects`]: createProject.createHandler(deps),
  [`GET ${organization}/projects`]: listProjects.createHandler(deps),
  [`GET ${project}/requests/{request_id}`]: consoleRequest.createHandler(deps),
  [`GET ${project}/usage`]: getUsage.createHandler(deps),
  [`PATCH ${organization}/billing`]: changeBilling.createHandler(deps),
  [`PATCH ${organization}/billing/auto-top-up`]: changeTopUp.createHandler(deps),
  [`GET ${organization}/billing`]: getBilling.createHandler(deps),
  [`POST ${organization}/billing/portal`]: openPortal.createHandler(deps),
  [`GET ${organization}/billing/subscriptions`]: listSubscriptions.createHandler(deps),
  [`GET ${organization}/billing/receipts/{entry_id}`]: getReceipt.createHandler(deps),
  [`POST ${organization}/billing/checkout`]: createCheckout.createHandler(deps),
  'POST /api/platform/v1/billing/events': receiveEvent.createHandler(deps),
  [`POST ${project}/api-keys`]: createKey.createHandler(deps),
  [`GET ${project}/api-keys`]: listKeys.createHandler(deps),
  [`DELETE ${project}/api-keys/{key_id}`]: revokeKey.createHandler(deps),
  'POST /api/platform/v1/webhooks': createWebhook.createHandler(deps),
  'GET /api/platform/v1/webhooks': listWebhooks.createHandler(deps),
  [`GET ${webhook}`]: getWebhook.createHandler(deps),
  [`PATCH ${webhook}`]: changeWebhook.createHandler(deps),
  [`DELETE ${webhook}`]: deleteWebhook.createHandler(deps),
  [`POST ${webhook}/rotate-secret`]: rotateSecret.createHandler(deps),
  [`POST ${webhook}/test`]: testWebhook.createHandler({ ...deps, newId: deps.newEventId }),
  [`GET ${webhook}/deliveries`]: listDeliveries.createHandler(deps),
  [`GET ${webhook}/deliveries/{delivery_id}`]: getDelivery.createHandler(deps),
  [`POST ${webhook}/redeliver`]: redeliverFailed.createHandler(deps),
  [`POST ${webhook}/deliveries/{delivery_id}/redeliver`]: redeliver.createHandler(deps),
  [`POST ${project}/realtime/sessions`]: consoleRealtime.createHandler(deps),
  [`POST ${project}/transcription-uploads`]: consoleUpload.createHandler(deps),
  [`POST ${project}/transcriptions`]: consoleCreate.createHandler(deps),
  [`GET ${project}/transcriptions`]: consoleList.createHandler(deps),
  [`GET ${job}`]: consoleGet.createHandler(deps),
  [`DELETE ${job}`]: consoleDelete.createHandler(deps),
  [`GET ${job}/ledger`]: consoleJobLedger.createHandler(deps),
  [`GET ${job}/deliveries`]: consoleJobDeliveries.createHandler(deps),
  [`POST ${job}/retry`]: consoleRetry.createHandler(deps),
  [`GET ${job}/transcript`]: consoleTranscript.createHandler(deps),
});
