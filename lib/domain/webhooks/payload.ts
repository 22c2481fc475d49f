import * as z from 'zod';
import { labelFields } from '#lib/domain/labels.ts';
import { EndReason } from '#lib/domain/realtime/session.ts';
import { jobFailureTypes } from '#lib/platform/errors.ts';
import { count, instant, mode, usd } from '#lib/platform/http/fields.ts';
import { exampleId } from '#lib/platform/http/parameters.ts';
import { idPattern } from '#lib/platform/ids.ts';
import type { DocumentedWebhook } from '#lib/platform/openapi/webhooks.ts';

const fields = {
  sequence: count.meta({ description: 'The number of the event among those of one object, from 1.' }),
  created_at: instant,
  completed_at: instant,
  audio_ms: count.nullable(),
  ...labelFields,
};
const error = z
  .object({ type: z.enum(jobFailureTypes) })
  .meta({ id: 'EventError', description: 'Why it failed.' })
  .nullable();
const sent = { timestamp: instant.meta({ description: 'When it happened.' }), mode };

const TranscriptionEvent = z
  .object({
    type: z.enum(['transcription.completed', 'transcription.failed', 'transcription.canceled']),
    ...sent,
    data: z.object({
      id: z.string().regex(idPattern('ofq')),
      status: z.enum(['completed', 'failed', 'canceled']),
      ...fields,
      error,
    }),
  })
  .meta({
    id: 'TranscriptionEvent',
    description: 'A job has ended. The event does not contain the text; read the job to get it.',
  });

const RealtimeSessionEvent = z
  .object({
    type: z.literal('realtime.session.finished'),
    ...sent,
    data: z.object({
      id: z.string().regex(idPattern('rts')),
      status: z.enum(['completed', 'failed', 'canceled']),
      ...fields,
      error,
      transcription_id: z.string().regex(idPattern('ofq')).meta({ description: 'It has the text.' }),
      end_reason: EndReason,
      amount_usd: usd,
    }),
  })
  .meta({ id: 'RealtimeSessionEvent', description: 'A realtime session has ended.' });

const TestEvent = z
  .object({
    type: z.literal('webhook.test'),
    ...sent,
    data: z.object({
      id: z.string().meta({ description: 'Of the webhook.' }),
      status: z.literal('test'),
      ...fields,
      completed_at: instant.nullable(),
      error,
    }),
  })
  .meta({ id: 'TestEvent', description: 'A test event that was requested at the console or by key.' });

/** The body of every delivery. */
export const WebhookPayload = z.discriminatedUnion('type', [
  TranscriptionEvent,
  RealtimeSessionEvent,
  TestEvent,
]);
export type WebhookPayload = z.infer<typeof WebhookPayload>;

const happened = { timestamp: '2026-11-20T10:00:03.907Z', mode: 'live' } as const;
const labels = { client_reference_id: 'call-42', metadata: { team: 'support' } };
const ended = {
  sequence: 1,
  created_at: '2026-11-20T10:00:00.000Z',
  completed_at: '2026-11-20T10:00:03.907Z',
  audio_ms: 61_240,
  ...labels,
};

const endOfJob = (status: 'completed' | 'failed' | 'canceled', summary: string): DocumentedWebhook => ({
  name: `transcription.${status}`,
  summary,
  payload: TranscriptionEvent,
  example: {
    type: `transcription.${status}`,
    ...happened,
    data: {
      id: exampleId('ofq'),
      status,
      ...ended,
      error: status === 'failed' ? { type: 'audio_unreadable' } : null,
    },
  },
});

/** The events for the OpenAPI document. */
export const documentedWebhooks: readonly DocumentedWebhook[] = [
  endOfJob('completed', 'A transcription is completed'),
  endOfJob('failed', 'A transcription has failed'),
  endOfJob('canceled', 'A transcription was canceled'),
  {
    name: 'realtime.session.finished',
    summary: 'A realtime session has ended',
    payload: RealtimeSessionEvent,
    example: {
      type: 'realtime.session.finished',
      ...happened,
      data: {
        id: exampleId('rts'),
        status: 'completed',
        ...ended,
        error: null,
        transcription_id: exampleId('ofq'),
        end_reason: 'finish',
        amount_usd: '0.005103',
      },
    },
  },
  {
    name: 'webhook.test',
    summary: 'A test',
    payload: TestEvent,
    example: {
      type: 'webhook.test',
      ...happened,
      data: {
        id: exampleId('whk'),
        status: 'test',
        ...ended,
        completed_at: null,
        audio_ms: null,
        client_reference_id: null,
        metadata: {},
        error: null,
      },
    },
  },
];
