import type { ApiRoute } from '#functions/routes.ts';
import type { Sent } from '../support/send.ts';

/** Ids for requests. Each call creates a new resource of the owner, because some requests consume it. */
export type Things = {
  readonly upload: () => Promise<string>;
  readonly job: () => Promise<string>;
  readonly endedJob: () => Promise<string>;
  readonly file: () => Promise<string>;
  readonly session: () => Promise<string>;
  readonly webhook: () => Promise<string>;
  /** The id of a recorded request. */
  readonly request: () => Promise<string>;
  /** The URL of a webhook receiver. */
  readonly url: string;
};

type Row = {
  readonly ask: (things: Things) => Promise<Sent>;
  /** The response status for the owner, and for a key of another project. */
  readonly owner: number;
  readonly stranger: number;
};

const json = { 'content-type': 'application/json' };
const post = (path: string, body: object): Sent => {
  return { method: 'POST', path, headers: json, body: JSON.stringify(body) };
};
const get = (path: string): Sent => ({ method: 'GET', path });
/** A webhook for an event that few of these requests cause. */
export const newWebhook = (url: string) => ({ url, events: ['realtime.session.finished'] });
export const newSession = { audio: { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 } };
const forAll = (path: string): Row => ({ ask: async () => get(path), owner: 200, stranger: 200 });
/** A form without a file. The refusal comes at once, without waiting for a job. */
const forNobody = (path: string): Row => ({
  ask: async () => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nauto\r\n--b--\r\n',
  }),
  owner: 400,
  stranger: 400,
});
const forOwner = (ask: Row['ask']): Row => ({ ask, owner: 200, stranger: 404 });

/** The expected status of each route. A route without a row does not compile. */
export const matrix: Record<ApiRoute, Row> = {
  'POST /v1/transcription-uploads': {
    ask: async () => post('/v1/transcription-uploads', { content_type: 'audio/mpeg' }),
    owner: 201,
    stranger: 201,
  },
  'POST /v1/transcriptions': {
    ask: async ({ upload }) => post('/v1/transcriptions', { upload_id: await upload() }),
    owner: 202,
    stranger: 404,
  },
  'GET /v1/transcriptions/{transcription_id}': forOwner(async ({ job }) =>
    get(`/v1/transcriptions/${await job()}`),
  ),
  'GET /v1/transcriptions': { ask: async () => get('/v1/transcriptions'), owner: 200, stranger: 200 },
  'DELETE /v1/transcriptions/{transcription_id}': {
    ask: async ({ job }) => ({ method: 'DELETE', path: `/v1/transcriptions/${await job()}` }),
    owner: 204,
    stranger: 404,
  },
  'GET /v1/transcriptions/{transcription_id}/transcript': forOwner(async ({ endedJob }) =>
    get(`/v1/transcriptions/${await endedJob()}/transcript`),
  ),
  'POST /v1/transcriptions/{transcription_id}/retry': {
    ask: async ({ endedJob }) => ({ method: 'POST', path: `/v1/transcriptions/${await endedJob()}/retry` }),
    // Only a failed job can be retried.
    owner: 409,
    stranger: 404,
  },
  'POST /v1/audio/transcriptions': forNobody('/v1/audio/transcriptions'),
  'POST /v1/audio/translations': forNobody('/v1/audio/translations'),
  'GET /v1/models': { ask: async () => get('/v1/models'), owner: 200, stranger: 200 },
  'GET /v1/transcriptions/{transcription_id}/deliveries': forOwner(async ({ job }) =>
    get(`/v1/transcriptions/${await job()}/deliveries`),
  ),
  'GET /v1/transcriptions/{transcription_id}/ledger': forOwner(async ({ job }) =>
    get(`/v1/transcriptions/${await job()}/ledger`),
  ),
  'POST /v1/files': {
    ask: async ({ upload }) => post('/v1/files', { upload_id: await upload() }),
    owner: 201,
    stranger: 404,
  },
  'GET /v1/files': { ask: async () => get('/v1/files'), owner: 200, stranger: 200 },
  'GET /v1/files/{file_id}': forOwner(async ({ file }) => get(`/v1/files/${await file()}`)),
  'DELETE /v1/files/{file_id}': {
    ask: async ({ file }) => ({ method: 'DELETE', path: `/v1/files/${await file()}` }),
    owner: 204,
    stranger: 404,
  },
  'POST /v1/realtime/sessions': {
    ask: async () => post('/v1/realtime/sessions', newSession),
    owner: 201,
    stranger: 201,
  },
  'GET /v1/realtime/sessions': { ask: async () => get('/v1/realtime/sessions'), owner: 200, stranger: 200 },
  'GET /v1/realtime/sessions/{session_id}': forOwner(async ({ session }) =>
    get(`/v1/realtime/sessions/${await session()}`),
  ),
  'GET /v1/realtime/sessions/{session_id}/events': forOwner(async ({ session }) =>
    get(`/v1/realtime/sessions/${await session()}/events`),
  ),
  'DELETE /v1/realtime/sessions/{session_id}': {
    ask: async ({ session }) => ({ method: 'DELETE', path: `/v1/realtime/sessions/${await session()}` }),
    owner: 204,
    stranger: 404,
  },
  'POST /v1/webhooks': {
    ask: async ({ url }) => post('/v1/webhooks', newWebhook(url)),
    owner: 201,
    stranger: 201,
  },
  'GET /v1/webhooks': { ask: async () => get('/v1/webhooks'), owner: 200, stranger: 200 },
  'GET /v1/webhooks/{webhook_id}': forOwner(async ({ webhook }) => get(`/v1/webhooks/${await webhook()}`)),
  'PATCH /v1/webhooks/{webhook_id}': forOwner(async ({ webhook }) => ({
    ...post(`/v1/webhooks/${await webhook()}`, { description: 'Other' }),
    method: 'PATCH',
  })),
  'DELETE /v1/webhooks/{webhook_id}': {
    ask: async ({ webhook }) => ({ method: 'DELETE', path: `/v1/webhooks/${await webhook()}` }),
    owner: 204,
    stranger: 404,
  },
  'POST /v1/webhooks/{webhook_id}/rotate-secret': forOwner(async ({ webhook }) => ({
    method: 'POST',
    path: `/v1/webhooks/${await webhook()}/rotate-secret`,
  })),
  'POST /v1/webhooks/{webhook_id}/test': {
    ask: async ({ webhook }) => ({ method: 'POST', path: `/v1/webhooks/${await webhook()}/test` }),
    owner: 202,
    stranger: 404,
  },
  'GET /v1/webhooks/{webhook_id}/deliveries': forOwner(async ({ webhook }) =>
    get(`/v1/webhooks/${await webhook()}/deliveries`),
  ),
  'GET /v1/webhooks/{webhook_id}/deliveries/{delivery_id}': {
    ask: async ({ webhook }) => get(`/v1/webhooks/${await webhook()}/deliveries/dlv_${'a'.repeat(26)}`),
    // No delivery exists yet.
    owner: 404,
    stranger: 404,
  },
  'POST /v1/webhooks/{webhook_id}/redeliver': {
    ask: async ({ webhook }) =>
      post(`/v1/webhooks/${await webhook()}/redeliver`, { since: '2026-11-20T10:00:00.000Z' }),
    owner: 202,
    stranger: 404,
  },
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': {
    ask: async ({ webhook }) => ({
      method: 'POST',
      path: `/v1/webhooks/${await webhook()}/deliveries/dlv_${'a'.repeat(26)}/redeliver`,
    }),
    // No delivery exists yet.
    owner: 404,
    stranger: 404,
  },
  'GET /v1/reports/usage': { ask: async () => get('/v1/reports/usage'), owner: 200, stranger: 200 },
  'GET /v1/reports/charges': { ask: async () => get('/v1/reports/charges'), owner: 200, stranger: 200 },
  'GET /v1/requests/{request_id}': forOwner(async ({ request }) => get(`/v1/requests/${await request()}`)),
  'GET /v1/asyncapi.json': forAll('/v1/asyncapi.json'),
  'GET /v1/capabilities': forAll('/v1/capabilities'),
  'GET /v1/errors': forAll('/v1/errors'),
  'GET /v1/openapi.json': forAll('/v1/openapi.json'),
};
