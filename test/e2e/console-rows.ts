import type { ConsoleRoute } from '#functions/routes.ts';
import { get, remove, post, patch, forAll, forMembers, aboutWebhook, type Row } from './console-row.ts';

/** The expected status of each route. A route without a row does not compile. */
export const rows: Record<ConsoleRoute, Row> = {
  'GET /api/platform/v1/session': forAll(200, get('/session')),
  'DELETE /api/platform/v1/session': forAll(200, remove('/session')),
  'GET /api/platform/v1/sessions': forAll(200, get('/sessions')),
  'DELETE /api/platform/v1/sessions/{session_id}': forAll(404, remove('/sessions/none')),
  'DELETE /api/platform/v1/sessions': forAll(200, remove('/sessions')),
  'GET /api/platform/v1/sign-in': forAll(302, get('/sign-in')),
  'GET /api/platform/v1/sign-in/callback': forAll(302, get('/sign-in/callback?code=x&state=y')),
  'POST /api/platform/v1/organizations': forAll(201, post('/organizations', { name: 'Engines' })),
  'GET /api/platform/v1/organizations': forAll(200, get('/organizations')),
  'POST /api/platform/v1/organizations/{organization_id}/projects': forMembers(
    201,
    async ({ organization }) => post(`/organizations/${await organization()}/projects`, { name: 'Calls' }),
  ),
  'GET /api/platform/v1/organizations/{organization_id}/projects': forMembers(200, async ({ organization }) =>
    get(`/organizations/${await organization()}/projects`),
  ),
  'PATCH /api/platform/v1/organizations/{organization_id}': forMembers(200, async ({ organization }) =>
    patch(`/organizations/${await organization()}`, { name: 'Engines' }),
  ),
  // Refused, because the organization has a project.
  'DELETE /api/platform/v1/organizations/{organization_id}': forMembers(409, async ({ organization }) =>
    remove(`/organizations/${await organization()}`),
  ),
  'GET /api/platform/v1/organizations/{organization_id}/audit-log': forMembers(
    200,
    async ({ organization }) => get(`/organizations/${await organization()}/audit-log`),
  ),
  'GET /api/platform/v1/organizations/{organization_id}/members': forMembers(200, async ({ organization }) =>
    get(`/organizations/${await organization()}/members`),
  ),
  'PATCH /api/platform/v1/organizations/{organization_id}/members/{user_id}': forMembers(
    200,
    async ({ organization, colleague }) =>
      patch(`/organizations/${await organization()}/members/${await colleague()}`, { role: 'viewer' }),
  ),
  'DELETE /api/platform/v1/organizations/{organization_id}/members/{user_id}': forMembers(
    204,
    async ({ organization, colleague }) =>
      remove(`/organizations/${await organization()}/members/${await colleague()}`),
  ),
  'POST /api/platform/v1/organizations/{organization_id}/invitations': forMembers(
    201,
    async ({ organization }) =>
      post(`/organizations/${await organization()}/invitations`, {
        email: 'grace@example.com',
        role: 'viewer',
      }),
  ),
  'DELETE /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}': forMembers(
    204,
    async ({ organization, invitation }) =>
      remove(`/organizations/${await organization()}/invitations/${await invitation()}`),
  ),
  'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/renew': forMembers(
    200,
    async ({ organization, invitation }) =>
      post(`/organizations/${await organization()}/invitations/${await invitation()}/renew`),
  ),
  // Not found, because the invitation is for another address.
  'GET /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}': forMembers(
    404,
    async ({ organization, invitation }) =>
      get(`/organizations/${await organization()}/invitations/${await invitation()}`),
  ),
  // The secret is wrong. Everybody gets the same response.
  'POST /api/platform/v1/organizations/{organization_id}/invitations/{invitation_id}/accept': forMembers(
    404,
    async ({ organization, invitation }) =>
      post(`/organizations/${await organization()}/invitations/${await invitation()}/accept`, {
        secret: 'unknown',
      }),
  ),
  'PATCH /api/platform/v1/projects/{project_id}': forMembers(200, async ({ project }) =>
    patch(`/projects/${await project()}`, { name: 'Calls' }),
  ),
  'DELETE /api/platform/v1/projects/{project_id}': forMembers(204, async ({ project }) =>
    remove(`/projects/${await project()}`),
  ),
  'POST /api/platform/v1/projects/{project_id}/api-keys': forMembers(201, async ({ project }) =>
    post(`/projects/${await project()}/api-keys`, { name: 'server', mode: 'live' }),
  ),
  'GET /api/platform/v1/projects/{project_id}/api-keys': forMembers(200, async ({ project }) =>
    get(`/projects/${await project()}/api-keys`),
  ),
  'DELETE /api/platform/v1/projects/{project_id}/api-keys/{key_id}': forMembers(
    204,
    async ({ project, apiKey }) => remove(`/projects/${await project()}/api-keys/${await apiKey()}`),
  ),
  // The recorded requests are those by key. People make none.
  'GET /api/platform/v1/projects/{project_id}/requests/{request_id}': forMembers(404, async ({ project }) =>
    get(`/projects/${await project()}/requests/none`),
  ),
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/deliveries': forMembers(
    200,
    async ({ project, job }) => get(`/projects/${await project()}/transcriptions/${await job()}/deliveries`),
  ),
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/ledger': forMembers(
    200,
    async ({ project, job }) => get(`/projects/${await project()}/transcriptions/${await job()}/ledger`),
  ),
  'GET /api/platform/v1/projects/{project_id}/usage': forMembers(200, async ({ project }) =>
    get(`/projects/${await project()}/usage`),
  ),
  'GET /api/platform/v1/organizations/{organization_id}/billing': forMembers(200, async ({ organization }) =>
    get(`/organizations/${await organization()}/billing`),
  ),
  'PATCH /api/platform/v1/organizations/{organization_id}/billing': forMembers(
    200,
    async ({ organization }) =>
      patch(`/organizations/${await organization()}/billing`, { spend_limit_usd: '250' }),
  ),
  'PATCH /api/platform/v1/organizations/{organization_id}/billing/auto-top-up': forMembers(
    200,
    async ({ organization }) =>
      patch(`/organizations/${await organization()}/billing/auto-top-up`, { auto_top_up: null }),
  ),
  'POST /api/platform/v1/organizations/{organization_id}/billing/checkout': forMembers(
    201,
    async ({ organization }) =>
      post(`/organizations/${await organization()}/billing/checkout`, {
        kind: 'credit_pack',
        price_id: 'price_credit_20',
      }),
  ),
  // Refused, because nothing was bought.
  'POST /api/platform/v1/organizations/{organization_id}/billing/portal': forMembers(
    409,
    async ({ organization }) => post(`/organizations/${await organization()}/billing/portal`),
  ),
  'GET /api/platform/v1/organizations/{organization_id}/billing/subscriptions': forMembers(
    200,
    async ({ organization }) => get(`/organizations/${await organization()}/billing/subscriptions`),
  ),
  'GET /api/platform/v1/organizations/{organization_id}/billing/receipts/{entry_id}': forMembers(
    404,
    async ({ organization }) =>
      get(`/organizations/${await organization()}/billing/receipts/led_${'a'.repeat(26)}`),
  ),
  // Refused for every caller without the payment provider's signature.
  'POST /api/platform/v1/billing/events': forAll(
    400,
    post('/billing/events', { type: 'checkout.session.completed', data: { object: {} } }),
  ),
  'POST /api/platform/v1/projects/{project_id}/transcription-uploads': forMembers(201, async ({ project }) =>
    post(`/projects/${await project()}/transcription-uploads`, { content_type: 'audio/mpeg' }),
  ),
  'POST /api/platform/v1/projects/{project_id}/realtime/sessions': forMembers(201, async ({ project }) =>
    post(`/projects/${await project()}/realtime/sessions`, {
      audio: { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 },
    }),
  ),
  'POST /api/platform/v1/projects/{project_id}/transcriptions': forMembers(202, async ({ project, upload }) =>
    post(`/projects/${await project()}/transcriptions`, { upload_id: await upload() }),
  ),
  'GET /api/platform/v1/projects/{project_id}/transcriptions': forMembers(200, async ({ project }) =>
    get(`/projects/${await project()}/transcriptions`),
  ),
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': forMembers(
    200,
    async ({ project, job }) => get(`/projects/${await project()}/transcriptions/${await job()}`),
  ),
  'DELETE /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}': forMembers(
    204,
    async ({ project, job }) => remove(`/projects/${await project()}/transcriptions/${await job()}`),
  ),
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/transcript': forMembers(
    200,
    async ({ project, endedJob }) =>
      get(`/projects/${await project()}/transcriptions/${await endedJob()}/transcript`),
  ),
  'POST /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/retry': forMembers(
    // Only a failed job can be retried.
    409,
    async ({ project, endedJob }) =>
      post(`/projects/${await project()}/transcriptions/${await endedJob()}/retry`),
  ),
  'POST /api/platform/v1/webhooks': forMembers(201, async ({ project, url }) =>
    post('/webhooks', { project_id: await project(), url }),
  ),
  'GET /api/platform/v1/webhooks': forMembers(200, async ({ project }) =>
    get(`/webhooks?project_id=${await project()}`),
  ),
  'GET /api/platform/v1/webhooks/{webhook_id}': aboutWebhook(200, { send: get }),
  'PATCH /api/platform/v1/webhooks/{webhook_id}': aboutWebhook(200, { send: patch }),
  'DELETE /api/platform/v1/webhooks/{webhook_id}': aboutWebhook(204, { send: remove }),
  'POST /api/platform/v1/webhooks/{webhook_id}/rotate-secret': aboutWebhook(200, { rest: '/rotate-secret' }),
  'POST /api/platform/v1/webhooks/{webhook_id}/test': aboutWebhook(202, { rest: '/test' }),
  'GET /api/platform/v1/webhooks/{webhook_id}/deliveries': aboutWebhook(200, {
    rest: '/deliveries',
    send: get,
  }),
  'POST /api/platform/v1/webhooks/{webhook_id}/redeliver': forMembers(202, async ({ project, webhook }) =>
    post(`/webhooks/${await webhook()}/redeliver?project_id=${await project()}`, {
      since: '2026-11-20T10:00:00.000Z',
    }),
  ),
  'GET /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}': forMembers(
    200,
    async ({ project, webhook, delivery }) => {
      const id = await webhook();
      return get(`/webhooks/${id}/deliveries/${await delivery(id)}?project_id=${await project()}`);
    },
  ),
  'POST /api/platform/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': forMembers(
    202,
    async ({ project, webhook, delivery }) => {
      const id = await webhook();
      const path = `/webhooks/${id}/deliveries/${await delivery(id)}/redeliver`;
      return post(`${path}?project_id=${await project()}`);
    },
  ),
};
