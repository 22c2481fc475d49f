import * as z from 'zod';
import { contract, createContract, empty, json } from '#lib/platform/http/contract.ts';
import { eventStream } from '#lib/platform/http/event-stream.ts';
import { exampleId, none, pathId } from '#lib/platform/http/parameters.ts';
import { EventPage, ListEventsHeaders, ListEventsQuery } from './list-events.ts';
import { ListSessionsQuery } from './list-sessions.ts';
import { NewSession } from './new-session.ts';
import { NewSessionView, SessionPage, SessionView } from './session-view.ts';

const SessionParams = z.object({ session_id: pathId('rts', 'The id of the session.') });
const tag = 'Realtime sessions';

const audio = { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 } as const;
const created: SessionView = {
  id: exampleId('rts'),
  mode: 'live',
  status: 'created',
  transcription_id: exampleId('ofq'),
  audio,
  max_session_seconds: 3_600,
  created_at: '2026-11-20T10:00:00.000Z',
  started_at: null,
  ended_at: null,
  end_reason: null,
  audio_ms: 0,
  billing: {
    status: 'pending',
    billed_ms: null,
    unit_price_usd_per_minute: '0.005',
    amount_usd: null,
  },
  client_reference_id: 'call-42',
  metadata: {},
};
const completed: SessionView = {
  ...created,
  status: 'completed',
  started_at: '2026-11-20T10:00:01.210Z',
  ended_at: '2026-11-20T10:01:03.871Z',
  end_reason: 'finish',
  audio_ms: 61_240,
  billing: { ...created.billing, status: 'charged', billed_ms: 61_240, amount_usd: '0.005103' },
};

export const createSession = createContract({
  operationId: 'createRealtimeSession',
  tag,
  summary: 'Create a realtime session',
  description: [
    'Creates a session and the one secret that opens it. Pass `websocket_url` and `client_secret` to a browser or another client. The client connects with the subprotocols `earshot.v1` and the secret, sends audio and receives text.',
    'The messages of the connection are described at [/v1/asyncapi.json](/v1/asyncapi.json). A connection that breaks is resumed without loss.',
    'After its end the session is a transcription like any other, found by `transcription_id`.',
  ].join('\n'),
  params: none,
  query: none,
  body: { schema: NewSession, example: { audio, language_hints: ['en'], words: true } },
  success: json(201, NewSessionView, {
    ...created,
    websocket_url: `wss://rt.example/realtime?session=${exampleId('rts')}`,
    client_secret: {
      value: 'es_rt_0a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s',
      expires_at: '2026-11-20T10:01:00.000Z',
    },
  }),
  location: ({ id }) => `/v1/realtime/sessions/${id}`,
  errors: [
    'translation_not_supported',
    'invalid_state',
    'insufficient_credits',
    'spend_limit_reached',
    'test_quota_exceeded',
    'capability_unavailable',
  ],
});

export const getSession = contract({
  operationId: 'getRealtimeSession',
  tag,
  summary: 'Get a realtime session',
  description: 'A session, without its credentials.',
  params: SessionParams,
  query: none,
  success: json(200, SessionView, completed),
  errors: ['not_found', 'capability_unavailable'],
});

export const listSessions = contract({
  operationId: 'listRealtimeSessions',
  tag,
  summary: 'List realtime sessions',
  description: "Your project's sessions, newest first. Repeat with `next_cursor` until it is null.",
  params: none,
  query: ListSessionsQuery,
  success: json(200, SessionPage, { data: [completed], has_more: false, next_cursor: null }),
  errors: ['capability_unavailable'],
});

export const deleteSession = contract({
  operationId: 'deleteRealtimeSession',
  tag,
  summary: 'End a realtime session',
  description:
    'Revokes the credentials and ends a live session. Final texts are kept. The audio whose text was sent, final or partial, is charged. Ending it again has no effect and gets the same response.',
  params: SessionParams,
  query: none,
  success: empty,
  errors: ['not_found', 'capability_unavailable'],
});

export const listEvents = contract({
  operationId: 'listRealtimeEvents',
  tag,
  summary: 'Read the events of a realtime session',
  description: [
    'The stored events of a session, live or ended: final texts, warnings and the end, as its client gets them. Repeat with `next_after`.',
    'With `Accept: text/event-stream` they come as server-sent events: the answer comes with the next events or after the wait, and an EventSource connects again automatically.',
  ].join('\n'),
  params: SessionParams,
  query: ListEventsQuery,
  headers: ListEventsHeaders,
  success: eventStream(EventPage, {
    data: [
      {
        id: 1,
        session_id: exampleId('rts'),
        at: '2026-11-20T10:00:04.480Z',
        type: 'transcript.final',
        segment: {
          id: 1,
          start_ms: 480,
          end_ms: 2_560,
          text: 'It was the best of times.',
          language: 'en',
          end_reason: 'silence',
        },
      },
    ],
    has_more: false,
    next_after: 1,
    session_status: 'live',
  }),
  errors: ['not_found', 'expired', 'concurrency_limit_exceeded', 'capability_unavailable'],
});

const AsyncApi = z
  .looseObject({ asyncapi: z.literal('3.0.0'), info: z.looseObject({ title: z.string() }) })
  .meta({ id: 'AsyncApi', description: 'An AsyncAPI 3.0 document.' });

export const getAsyncApi = contract({
  operationId: 'getAsyncApi',
  tag,
  summary: 'The messages of a session',
  description: 'The WebSocket of a realtime session as an AsyncAPI 3.0 document.',
  params: none,
  query: none,
  success: json(200, AsyncApi, { asyncapi: '3.0.0', info: { title: 'Earshot realtime' } }),
  errors: [],
});
