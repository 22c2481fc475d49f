import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUsage } from '../../console/api/calls.ts';
import * as jobs from '../../console/api/transcription-calls.ts';
import * as webhooks from '../../console/api/webhook-calls.ts';

const service = globalThis.fetch;
let asked: { url: URL; body: Record<string, unknown> }[] = [];
beforeEach(() => {
  asked = [];
  globalThis.fetch = async (input, init) => {
    const path = typeof input === 'string' ? input : '';
    const body = typeof init?.body === 'string' ? JSON.parse(init.body) : {};
    asked.push({ url: new URL(path, 'https://console.example'), body });
    return Response.json({ data: [] });
  };
});
afterEach(() => {
  globalThis.fetch = service;
});

const { signal } = new AbortController();
const tenant = (mode: 'live' | 'test') => ({ projectId: 'prj_1', mode });
const job = (mode: 'live' | 'test') => ({ ...tenant(mode), jobId: 'ofq_1' });
const webhook = (mode: 'live' | 'test') => ({ ...tenant(mode), webhookId: 'whk_1' });
const settings = { url: 'https://a.example/', events: [], description: '' };

type Call = (mode: 'live' | 'test') => Promise<unknown>;
const calls: [name: string, call: Call][] = [
  ['the usage', (mode) => getUsage(tenant(mode), { start: '2026-11-01', end: '2026-11-02' })],
  ['a grant', (mode) => jobs.createUpload(tenant(mode), new File(['x'], 'a.mp3'), signal)],
  ['a new job', (mode) => jobs.createTranscription(tenant(mode), { upload_id: 'upl_1' }, signal)],
  ['the jobs', (mode) => jobs.listTranscriptions(tenant(mode))],
  ['a page of jobs', (mode) => jobs.listTranscriptions(tenant(mode), 'next')],
  ['a job', (mode) => jobs.getTranscription(job(mode), 2, signal)],
  ['to retry a job', (mode) => jobs.retryTranscription(job(mode))],
  ['to delete a job', (mode) => jobs.deleteTranscription(job(mode))],
  ['a transcript', (mode) => fetch(jobs.transcriptUrl(job(mode), 'srt', 'translated'))],
  ['the webhooks', (mode) => webhooks.listWebhooks(tenant(mode))],
  ['a new webhook', (mode) => webhooks.createWebhook(tenant(mode), settings)],
  ['a webhook', (mode) => webhooks.getWebhook(webhook(mode))],
  ['to change a webhook', (mode) => webhooks.changeWebhook(webhook(mode), { status: 'disabled' })],
  ['to delete a webhook', (mode) => webhooks.deleteWebhook(webhook(mode))],
  ['a new secret', (mode) => webhooks.rotateSecret(webhook(mode))],
  ['a test', (mode) => webhooks.sendTest(webhook(mode))],
  ['the deliveries', (mode) => webhooks.listDeliveries(webhook(mode), 'next')],
  ['to deliver again', (mode) => webhooks.redeliver(webhook(mode), 'dlv_1')],
];

describe('the mode goes along with every call about a project’s things:', () => {
  test.each(calls)('%s', async (_, call) => {
    for (const mode of ['live', 'test'] as const) await call(mode);
    const modes = asked.map(({ url, body }) => url.searchParams.get('mode') ?? body['mode']);
    expect(modes).toEqual(['live', 'test']);
  });

  test('none is missing in this list', () => {
    const all = { ...jobs, ...webhooks };
    const aboutAll = Object.values(all).filter((one) => typeof one === 'function');
    // One of the calls is listed twice; the usage is of another module.
    expect(calls.length - 2).toBe(aboutAll.length);
  });
});
