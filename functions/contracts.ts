import { getCapabilities, getErrors, getOpenApi } from '#lib/domain/about/contracts.ts';
import {
  changeAutoTopUp,
  changeBilling,
  createCheckout,
  getReceipt,
  listSubscriptions,
  openPortal,
  getBilling,
  getChargeReport,
  getUsage,
  getUsageReport,
  receivePaymentEvent,
} from '#lib/domain/billing/contracts.ts';
import { createFile, deleteFile, getFile, listFiles } from '#lib/domain/files/contracts.ts';
import type { AnyContract } from '#lib/platform/http/contract.ts';
import * as organizations from '#lib/domain/organizations/contracts.ts';
import * as members from '#lib/domain/organizations/members/contracts.ts';
import * as openai from '#lib/domain/openai/contracts.ts';
import * as playground from '#lib/domain/playground/contracts.ts';
import type { Operation } from '#lib/platform/openapi/operation.ts';
import * as requests from '#lib/domain/requests/contracts.ts';
import * as realtime from '#lib/domain/realtime/contracts.ts';
import {
  createTranscription,
  deleteTranscription,
  getJobLedger,
  getTranscript,
  getTranscription,
  listTranscriptions,
  retryTranscription,
} from '#lib/domain/transcriptions/contracts.ts';
import { createKey, listKeys, revokeKey } from '#lib/domain/api-keys/contracts.ts';
import {
  deleteSession,
  deleteSessions,
  endOwnSession,
  finishSignIn,
  getSession,
  listSessions,
  startSignIn,
} from '#lib/domain/auth/contracts.ts';
import { createUpload } from '#lib/domain/uploads/contracts.ts';
import * as consoleWebhooks from '#lib/domain/webhooks/console-contracts.ts';
import * as webhooks from '#lib/domain/webhooks/contracts.ts';
import { isApiRoute, isConsoleRoute, isRoute, type Route, routes } from './routes.ts';

/** The contract of each route. A route without one does not compile. */
export const contracts: Readonly<Record<Route, AnyContract>> = {
  'POST /v1/transcription-uploads': createUpload,
  'POST /v1/transcriptions': createTranscription,
  'GET /v1/transcriptions': listTranscriptions,
  'GET /v1/transcriptions/{transcription_id}': getTranscription,
  'DELETE /v1/transcriptions/{transcription_id}': deleteTranscription,
  'GET /v1/transcriptions/{transcription_id}/transcript': getTranscript,
  'POST /v1/transcriptions/{transcription_id}/retry': retryTranscription,
  'POST /v1/audio/transcriptions': openai.createAudioTranscription,
  'POST /v1/audio/translations': openai.createAudioTranslation,
  'GET /v1/models': openai.listModels,
  'GET /v1/transcriptions/{transcription_id}/deliveries': webhooks.listTranscriptionDeliveries,
  'GET /v1/transcriptions/{transcription_id}/ledger': getJobLedger,
  'POST /v1/files': createFile,
  'GET /v1/files': listFiles,
  'GET /v1/files/{file_id}': getFile,
  'DELETE /v1/files/{file_id}': deleteFile,
  'POST /v1/webhooks': webhooks.createWebhook,
  'GET /v1/webhooks': webhooks.listWebhooks,
  'GET /v1/webhooks/{webhook_id}': webhooks.getWebhook,
  'PATCH /v1/webhooks/{webhook_id}': webhooks.changeWebhook,
  'DELETE /v1/webhooks/{webhook_id}': webhooks.deleteWebhook,
  'POST /v1/webhooks/{webhook_id}/rotate-secret': webhooks.rotateSecret,
  'POST /v1/webhooks/{webhook_id}/test': webhooks.testWebhook,
  'GET /v1/webhooks/{webhook_id}/deliveries': webhooks.listDeliveries,
  'POST /v1/webhooks/{webhook_id}/redeliver': webhooks.redeliverFailed,
  'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}': webhooks.getDelivery,
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': webhooks.redeliver,
  'GET /v1/reports/usage': getUsageReport,
  'GET /v1/reports/charges': getChargeReport,
  'GET /v1/requests/{request_id}': requests.getRequest,
  'POST /v1/realtime/sessions': realtime.createSession,
  'GET /v1/realtime/sessions': realtime.listSessions,
  'GET /v1/realtime/sessions/{session_id}': realtime.getSession,
  'DELETE /v1/realtime/sessions/{session_id}': realtime.deleteSession,
  'GET /v1/realtime/sessions/{session_id}/events': realtime.listEvents,
  'GET /v1/asyncapi.json': realtime.getAsyncApi,
  'GET /v1/capabilities': getCapabilities,
  'GET /v1/errors': getErrors,
  'GET /v1/openapi.json': getOpenApi,
  'GET /api/platform/v1/session': getSession,
  'DELETE /api/platform/v1/session': deleteSession,
  'GET /api/platform/v1/sessions': listSessions,
  'DELETE /api/platform/v1/sessions/{session_id}': endOwnSession,
  'DELETE /api/platform/v1/sessions': deleteSessions,
  'GET /api/platform/v1/sign-in': startSignIn,
  'GET /api/platform/v1/sign-in/callback': finishSignIn,
  'POST /api/platform/v1/organizations': organizations.createOrganization,
  'GET /api/platform/v1/organizations': organizations.listOrganizations,
  'PATCH /api/platform/v1/organizations/{organization_id}': organizations.changeOrganization,
  'DELETE /api/platform/v1/organizations/{organization_id}': organizations.deleteOrganization,
  'GET /api/platform/v1/organizations/{organization_id}/audit-log': organizations.listAudit,
  'GET /api/platform/v1/organizations/{organization_id}/members': members.listMembers,
  'PATCH /api/platform/v1/organizations/{organization_id}/members/{user_id}': members.changeMember,
  'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}': members.removeMember,
  'POST /api/platform/v1/organizations/{organization_id}/invitations': members.createInvitation,
  'DELETE /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}':
    members.revokeInvitation,
  'GET /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}': members.getInvitation,
  'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/renew':
    members.renewInvitation,
  'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/accept':
    members.acceptInvitation,
  'PATCH /api/platform/v1/projects/{project_id}': organizations.changeProject,
  'DELETE /api/platform/v1/projects/{project_id}': organizations.deleteProject,
  'POST /api/platform/v1/organizations/{organization_id}/projects': organizations.createProject,
  'GET /api/platform/v1/organizations/{organization_id}/projects': organizations.listProjects,
  'GET /api/platform/v1/projects/{project_id}/requests/{request_id}': requests.getProjectRequest,
  'GET /api/platform/v1/projects/{project_id}/usage': getUsage,
  'GET /api/platform/v1/organizations/{organization_id}/billing': getBilling,
  'PATCH /api/platform/v1/organizations/{organization_id}/billing': changeBilling,
  'PATCH /api/platform/v1/organizations/{organization_id}/billing/auto-top-up': changeAutoTopUp,
  'POST /api/platform/v1/organizations/{organization_id}/billing/checkout': createCheckout,
  'POST /api/platform/v1/organizations/{organization_id}/billing/portal': openPortal,
  'GET /api/platform/v1/organizations/{organization_id}/billing/subscriptions': listSubscriptions,
  'GET /api/platform/v1/organizations/{organization_id}/billing/receipts/{entry_id}': getReceipt,
  'POST /api/platform/v1/billing/events': receivePaymentEvent,
  'POST /api/platform/v1/projects/{project_id}/api-keys': createKey,
  'GET /api/platform/v1/projects/{project_id}/api-keys': listKeys,
  'DELETE /api/platform/v1/projects/{project_id}/api-keys/{key_id}': revokeKey,
  'POST /api/platform/v1/webhooks': consoleWebhooks.registerWebhook,
  'GET /api/platform/v1/webhooks': consoleWebhooks.listWebhooks,
  'GET /api/platform/v1/webhooks/{webhook_id}': consoleWebhooks.getWebhook,
  'PATCH /api/platform/v1/webhooks/{webhook_id}': consoleWebhooks.changeWebhook,
  'DELETE /api/platform/v1/webhooks/{webhook_id}': consoleWebhooks.deleteWebhook,
  'POST /api/platform/v1/webhooks/{webhook_id}/rotate-secret': consoleWebhooks.rotateSecret,
  'POST /api/platform/v1/webhooks/{webhook_id}/test': consoleWebhooks.testWebhook,
  'GET /api/platform/v1/webhooks/{webhook_id}/deliveries': consoleWebhooks.listDeliveries,
  'POST /api/platform/v1/webhooks/{webhook_id}/redeliver': consoleWebhooks.redeliverFailed,
  'GET /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}': consoleWebhooks.getDelivery,
  'POST /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': consoleWebhooks.redeliver,
  'POST /api/platform/v1/projects/{project_id}/transcription-uploads': playground.createUpload,
  'POST /api/platform/v1/projects/{project_id}/realtime/sessions': playground.createSession,
  'POST /api/platform/v1/projects/{project_id}/transcriptions': playground.createTranscription,
  'GET /api/platform/v1/projects/{project_id}/transcriptions': playground.listTranscriptions,
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': playground.getTranscription,
  'DELETE /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}':
    playground.deleteTranscription,
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/deliveries':
    playground.listTranscriptionDeliveries,
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/ledger':
    playground.getJobLedger,
  'POST /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/retry':
    playground.retryTranscription,
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/transcript':
    playground.getTranscript,
};

const operationOf = (route: Route): Operation => {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, ...routes[route], contract: contracts[route] };
};

const all = Object.keys(routes).filter(isRoute);

/** Every route of the API with its contract, in the order of the table. */
export const operations: readonly Operation[] = all.filter(isApiRoute).map(operationOf);

/** The console's routes, which the public OpenAPI document leaves out. */
export const consoleOperations: readonly Operation[] = all.filter(isConsoleRoute).map(operationOf);

/** The capabilities that have routes, by snake-case tag: "Realtime sessions" is `realtime_sessions`. */
export const served = Object.fromEntries(
  operations
    .filter(({ audience }) => audience === 'api_key')
    .map(({ contract, capability }) => [contract.tag.toLowerCase().replaceAll(' ', '_'), capability]),
);
