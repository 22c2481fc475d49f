import type { RealtimeEvent } from '../../sdk/typescript/realtime.ts';

type Final = {
  readonly id: number;
  readonly text: string;
  readonly language: string | null;
  /** The time since the last word was spoken. */
  readonly delayMs: number;
  readonly translation?: { readonly text: string; readonly language: string };
};

/** The content of a session that the page shows. */
export type Spoken = {
  readonly finals: readonly Final[];
  /** The segment that is being spoken. Its first `stableChars` characters are unlikely to change. */
  readonly partial:
    | { readonly text: string; readonly stableChars: number; readonly language: string | null }
    | undefined;
  readonly finished: { readonly transcriptionId: string; readonly amountUsd: string } | undefined;
  readonly problem: string | undefined;
};

type EndReason = Extract<RealtimeEvent, { type: 'session.finished' }>['reason'];

/**
 * The text for a session that ended without the user stopping it. Undefined for unsupported audio, because an error was
 * shown.
 */
const endings: Record<EndReason, string | undefined> = {
  finish: undefined,
  max_session: 'The session has ended: it has reached its maximum length. Start another one to continue.',
  idle: 'The session has ended: no audio came for ten minutes.',
  canceled: 'The session has ended: it was canceled.',
  insufficient_credits: 'The session has ended: the credit is used up.',
  test_quota_exceeded: 'The session has ended: the free audio of test mode is used up for today.',
  unsupported_audio_format: undefined,
  failed: 'The session has failed. Start another one to go on.',
};

export const nothingSpoken: Spoken = {
  finals: [],
  partial: undefined,
  finished: undefined,
  problem: undefined,
};

/** The average delay in ms. Undefined before the first final text. */
export const averageDelayMs = (finals: readonly Pick<Final, 'delayMs'>[]): number | undefined =>
  finals.length === 0 ? undefined : finals.reduce((sum, { delayMs }) => sum + delayMs, 0) / finals.length;

/** The content after an event. `heardMs` is the length of the audio recorded so far. */
export const afterEvent = (spoken: Spoken, event: RealtimeEvent, heardMs: number): Spoken => {
  switch (event.type) {
    case 'transcript.partial': {
      const { text, stable_chars: stableChars, language } = event.segment;
      return { ...spoken, partial: { text, stableChars, language } };
    }
    case 'transcript.final': {
      const { id, text, language, end_ms: endMs } = event.segment;
      const final = { id, text, language, delayMs: Math.max(0, heardMs - endMs) };
      return { ...spoken, partial: undefined, finals: [...spoken.finals, final] };
    }
    case 'translation.final': {
      const { segment_id: id, text, language } = event;
      const translated = (final: Final) =>
        final.id === id ? { ...final, translation: { text, language } } : final;
      return { ...spoken, finals: spoken.finals.map(translated) };
    }
    case 'session.finished':
      return {
        ...spoken,
        partial: undefined,
        finished: { transcriptionId: event.transcription_id, amountUsd: event.billing.amount_usd ?? '0' },
        problem: endings[event.reason] ?? spoken.problem,
      };
    case 'error':
      return { ...spoken, problem: event.error.message };
    case 'session.started':
    case 'session.warning':
    case 'audio.ack':
    case 'audio.resend':
    case 'speech.started':
    case 'speech.ended':
    case 'pong':
      return spoken;
  }
};
