import * as z from 'zod';
import { secondMs } from '#lib/platform/durations.ts';
import { labelFields } from '#lib/domain/labels.ts';
import { formatUsd, unitPriceUsdPerMinute } from '#lib/domain/money.ts';
import { pageFields } from '#lib/platform/http/cursor.ts';
import { count, instant, mode, usd } from '#lib/platform/http/fields.ts';
import { idPattern } from '#lib/platform/ids.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import { webSocketUrl } from './address.ts';
import type { CreatedSession } from './create-session.ts';
import {
  audioMsOf,
  EndReason,
  isOver,
  type RealtimeSession,
  type SessionAudio,
  statuses,
} from './session.ts';

const ClientSecret = z
  .object({
    value: z.string().meta({ description: 'Opens the connection, once. Pass it to the client.' }),
    expires_at: instant,
  })
  .meta({ id: 'ClientSecret' });

const SessionBilling = z
  .object({
    status: z.enum(['pending', 'charged', 'not_charged']),
    billed_ms: count.nullable(),
    unit_price_usd_per_minute: z.literal(unitPriceUsdPerMinute),
    amount_usd: usd.nullable(),
  })
  .meta({ id: 'RealtimeBilling', description: 'What the session costs; null until it has ended.' });

/** A session as the API shows it. */
export const SessionView = z
  .object({
    id: z.string().regex(idPattern('rts')),
    mode,
    status: z.enum(statuses),
    transcription_id: z
      .string()
      .regex(idPattern('ofq'))
      .meta({ description: 'The transcription that has the text after the session has ended.' }),
    audio: z
      .object({ format: z.string(), sample_rate_hz: count.nullable(), channels: count.nullable() })
      .meta({
        description: 'As requested. For WebM, the stream itself states its sample rate and channels.',
      }),
    max_session_seconds: count,
    created_at: instant,
    started_at: instant.nullable(),
    ended_at: instant.nullable(),
    end_reason: EndReason.nullable(),
    audio_ms: count.meta({
      description:
        'Length of the audio that was processed: up to where final texts are decided or partial texts were sent.',
    }),
    billing: SessionBilling,
    ...labelFields,
  })
  .meta({ id: 'RealtimeSession', description: 'A conversation over a WebSocket.' });
export type SessionView = z.infer<typeof SessionView>;

export const NewSessionView = SessionView.extend({
  websocket_url: z.string().meta({ description: 'Connect to it with the subprotocol `earshot.v1`.' }),
  client_secret: ClientSecret.nullable().meta({
    description: 'Null if the request repeats an Idempotency-Key with another API key.',
  }),
}).meta({ id: 'CreatedRealtimeSession', description: 'A session with its secret.' });
export type NewSessionView = z.infer<typeof NewSessionView>;

export const SessionPage = z
  .object(pageFields(SessionView))
  .meta({ id: 'RealtimeSessionPage', description: 'Sessions, newest first.' });
export type SessionPage = z.infer<typeof SessionPage>;

const billing = (session: RealtimeSession): SessionView['billing'] => {
  const { billedMicroUsd } = session;
  const ended = isOver(session);
  return {
    status: !ended ? 'pending' : billedMicroUsd ? 'charged' : 'not_charged',
    billed_ms: !ended ? null : billedMicroUsd ? audioMsOf(session) : 0,
    unit_price_usd_per_minute: unitPriceUsdPerMinute,
    amount_usd: ended ? formatUsd(billedMicroUsd ?? 0) : null,
  };
};

const viewAudio = ({ format, sampleRateHz, channels }: SessionAudio) => ({
  format,
  channels,
  sample_rate_hz: sampleRateHz,
});

export const viewSession = (session: RealtimeSession): SessionView => ({
  id: session.id,
  mode: modeOf(session.tenant),
  status: session.status,
  transcription_id: session.transcriptionId,
  audio: viewAudio(session.options.audio),
  max_session_seconds: session.options.maxSessionMs / secondMs,
  created_at: session.createdAt,
  started_at: session.startedAt,
  ended_at: session.endedAt,
  end_reason: session.endReason,
  audio_ms: audioMsOf(session),
  billing: billing(session),
  client_reference_id: session.options.clientReferenceId,
  metadata: session.options.metadata,
});

/** `baseUrl` is that of the WebSocket API. */
export const viewNewSession = (
  { session, clientSecret }: CreatedSession,
  baseUrl: string,
): NewSessionView => ({
  ...viewSession(session),
  websocket_url: webSocketUrl(baseUrl, session),
  client_secret: clientSecret && { value: clientSecret.value, expires_at: clientSecret.expiresAt },
});
