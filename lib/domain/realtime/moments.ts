import type { LivePartial } from '#lib/speech/live/live-transcriber.ts';
import { later } from '#lib/platform/durations.ts';
import { maxMessageBytes, type ServerEvent } from './protocol.ts';
import type { RealtimeSession } from './session.ts';
import { ackMs, maxLeadMs, resumableMs } from './timing.ts';

/** Events that are useful only at their moment, and so are not stored. */
export const moments = ({ id, options }: Pick<RealtimeSession, 'id' | 'options'>, now: () => Date) => {
  const named = () => ({ session_id: id, at: now().toISOString() });
  const { format, sampleRateHz, channels } = options.audio;

  return {
    started: (session: RealtimeSession, token: string, nextOffset: number): ServerEvent => ({
      ...named(),
      type: 'session.started',
      connection: session.connection,
      next_offset: nextOffset,
      last_event_id: session.lastEventId,
      resume: { token, expires_at: tokenExpiry(session) },
      audio: { format, sample_rate_hz: sampleRateHz, channels },
      limits: { max_message_bytes: maxMessageBytes, ack_every_ms: ackMs, max_lead_ms: maxLeadMs },
    }),

    ack: (through: number, receivedMs: number, processedMs: number): ServerEvent => ({
      ...named(),
      type: 'audio.ack',
      through,
      received_ms: receivedMs,
      processed_ms: processedMs,
    }),

    resend: (from: number, to: number): ServerEvent => ({ ...named(), type: 'audio.resend', from, to }),

    speech: (isSpeech: boolean, atMs: number): ServerEvent => ({
      ...named(),
      type: isSpeech ? 'speech.started' : 'speech.ended',
      at_ms: atMs,
    }),

    /**
     * The segment after the final ones. Its revision is the length of the heard audio, so that the revisions of the
     * next runner are not lower.
     */
    partial: (
      session: RealtimeSession,
      heard: { readonly through: number; readonly heardMs: number },
      partial: LivePartial,
    ): ServerEvent => ({
      ...named(),
      type: 'transcript.partial',
      through: heard.through,
      segment: {
        id: session.segments + 1,
        start_ms: partial.startMs,
        text: partial.text,
        language: partial.language,
        stable_chars: partial.stableChars,
        revision: heard.heardMs,
      },
    }),
  };
};
export type Moments = ReturnType<typeof moments>;

/** A token is valid while the session is live, and for a time after that. */
const tokenExpiry = ({ startedAt, createdAt, options }: RealtimeSession): string =>
  later(startedAt ?? createdAt, options.maxSessionMs + resumableMs).toISOString();
