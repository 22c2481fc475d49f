import { expect, test } from 'vitest';
import {
  type EndedJob,
  endEvent,
  type FinishedSession,
  payloadOf,
  sessionEvent,
  subscribable,
} from '#lib/domain/webhooks/event.ts';
import { documentedWebhooks, WebhookPayload } from '#lib/domain/webhooks/payload.ts';
import { exampleId } from '#lib/platform/http/parameters.ts';

const at = '2026-11-20T10:00:00.000Z';
const job: Omit<EndedJob, 'status' | 'errorType'> = {
  tenant: 'prj_a.test',
  id: exampleId('ofq'),
  requestId: 'request-7',
  createdAt: at,
  completedAt: at,
  audioMs: 61_240,
  name: 'call-42',
  request: { metadata: { team: 'support' }, webhookUrl: null },
};
const session: FinishedSession = {
  tenant: 'prj_a.live',
  status: 'completed',
  reason: 'finish',
  amountUsd: '0.005103',
  id: exampleId('rts'),
  requestId: 'request-7',
  createdAt: at,
  endedAt: at,
  transcriptionId: exampleId('ofq'),
  audioMs: 61_240,
  clientReferenceId: 'call-42',
  metadata: { team: 'support' },
  webhookUrl: null,
};

const payloads: readonly [string, string][] = [
  ['completed', endEvent({ ...job, status: 'completed', errorType: null }).payload],
  ['failed', endEvent({ ...job, status: 'failed', errorType: 'audio_unreadable' }).payload],
  ['canceled', endEvent({ ...job, status: 'canceled', errorType: null, audioMs: null }).payload],
  ['finished', sessionEvent(session).payload],
  [
    'test',
    payloadOf('webhook.test', at, {
      tenant: 'prj_a.live',
      id: exampleId('whk'),
      status: 'test',
      createdAt: at,
      completedAt: null,
      audioMs: null,
      errorType: null,
      name: null,
      request: { metadata: {} },
    }),
  ],
];

test.each(payloads)(
  'the payload of an event of the kind %s is as documented, with no other field',
  (_, sent) => {
    const value: unknown = JSON.parse(sent);
    expect(WebhookPayload.parse(value)).toEqual(value);
  },
);

test("an event has the caller's own id and texts", () => {
  for (const [, sent] of payloads.slice(0, 4)) {
    expect(JSON.parse(sent).data).toMatchObject({
      client_reference_id: 'call-42',
      metadata: { team: 'support' },
    });
  }
});

test('the document has every event, with an example that fits', () => {
  const names = documentedWebhooks.map(({ name }) => name);
  expect(names).toEqual([...subscribable, 'webhook.test']);
  for (const { name, example } of documentedWebhooks) {
    expect(WebhookPayload.parse(example)).toEqual(example);
    expect(WebhookPayload.parse(example).type).toBe(name);
  }
});
