import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUsage } from '../../console/api/calls.ts';
import * as jobs from '../../console/api/transcription-calls.ts';
import * as webhooks from '../../console/api/webhook-calls.ts';

const originalFetch = globalThis.fetch;
let requests: { url: URL; body: Record<string, unknown> }[] = [];
beforeEach(() => {
  requests = [];
  globalThis.fetch = async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    requests.push({ url: new URL(path, 'https://console.example'), body });
    return Response.json({ data: [] });
  };
});
afterEach(() => {
  globalThis.fetch = originalFetch;
});

const { signal } = new AbortController();
const repeatable = { idempotencyKey: 'key', signal };
const tenant = (mode: 'live' | 'test') => ({ projectId: 'prj_1', mode });
const job = (mode: 'live' | 'test') => ({ ...tenant(mode), jobId: 'ofq_1' });
const webhook = (mode: 'live' | 'test') => ({ ...tenant(mode), webhookId: 'whk_1' });
const settings = { url: 'https://a.example/', events: [], description: '' };

type Call = (mode: 'live' | 'test') => Promise<unknown>;
const calls: [name: string, call: Call][] = [
  ['getUsage', (mode) => getUsage(tenant(mode), { start: '2026-11-01', end: '2026-11-02' })],
  ['createUpload', (mode) => jobs.createUpload(tenant(mode), new File(['x'], 'a.mp3'), repeatable)],
  [
    'createTranscription',
    (mode) =>
      jobs.createTranscription(tenant(mode), { upload_id: 'upl_1', filename: 'call.mp3' }, repeatable),
  ],
  ['listTranscriptions', (mode) => jobs.listTranscriptions(tenant(mode))],
  ['listTranscriptions with a cursor', (mode) => jobs.listTranscriptions(tenant(mode), { cursor: 'next' })],
  ['getTranscription', (mode) => jobs.getTranscription(job(mode), 2, signal)],
  ['retryTranscription', (mode) => jobs.retryTranscription(job(mode))],
  ['getJobLedger', (mode) => jobs.getJobLedger(job(mode))],
  ['listJobDeliveries', (mode) => jobs.listJobDeliveries(job(mode))],
  ['deleteTranscription', (mode) => jobs.deleteTranscription(job(mode))],
  ['transcriptUrl', (mode) => fetch(jobs.transcriptUrl(job(mode), 'srt', 'translated'))],
  ['listWebhooks', (mode) => webhooks.listWebhooks(tenant(mode))],
  ['createWebhook', (mode) => webhooks.createWebhook(tenant(mode), settings)],
  ['getWebhook', (mode) => webhooks.getWebhook(webhook(mode))],
  ['changeWebhook', (mode) => webhooks.changeWebhook(webhook(mode), { status: 'disabled' })],
  ['deleteWebhook', (mode) => webhooks.deleteWebhook(webhook(mode))],
  ['rotateSecret', (mode) => webhooks.rotateSecret(webhook(mode))],
  ['sendTest', (mode) => webhooks.sendTest(webhook(mode))],
  ['listDeliveries', (mode) => webhooks.listDeliveries(webhook(mode), { cursor: 'next' })],
  ['getDelivery', (mode) => webhooks.getDelivery(webhook(mode), 'dlv_1')],
  ['redeliverFailed', (mode) => webhooks.redeliverFailed(webhook(mode), '2026-11-20T10:00:00.000Z')],
  ['redeliver', (mode) => webhooks.redeliver(webhook(mode), 'dlv_1')],
];

describe('calls about a project', () => {
  test.each(calls)('%s sends the mode', async (_, call) => {
    for (const mode of ['live', 'test'] as const) await call(mode);
    const modes = requests.map(({ url, body }) => url.searchParams.get('mode') ?? body['mode']);
    expect(modes).toEqual(['live', 'test']);
  });

  test('every function of the two call modules is in this list', () => {
    const all = { ...jobs, ...webhooks };
    const functions = Object.values(all).filter((one) => typeof one === 'function');
    // The name listTranscriptions occurs twice, and getUsage is in another module.
    expect(calls.length - 2).toBe(functions.length);
  });
});
