import { formatUsd, unitPriceUsdPerMinute } from '#lib/domain/money.ts';
import type { SessionEvent } from './events.ts';
import type { DurableEvent } from './protocol.ts';
import type { RealtimeSession } from './session.ts';

const viewWord = (word: { text: string; startMs: number; endMs: number; confidence: number }) => ({
  text: word.text,
  start_ms: word.startMs,
  end_ms: word.endMs,
  confidence: word.confidence,
});

/** A stored event as clients of the session get it. */
export const viewEvent = (session: RealtimeSession, event: SessionEvent): DurableEvent => {
  const named = { id: event.id, session_id: session.id, at: event.at };
  switch (event.type) {
    case 'transcript.final': {
      const { text, language, startMs, endMs, words } = event.segment;
      const times = { start_ms: startMs, end_ms: endMs, end_reason: event.endReason };
      return {
        ...named,
        type: event.type,
        segment: {
          id: event.segmentId,
          text,
          language,
          ...times,
          ...(session.options.words && { words: words.map(viewWord) }),
        },
      };
    }
    case 'translation.final': {
      const { segmentId, text, language } = event;
      return { ...named, type: event.type, segment_id: segmentId, text, language };
    }
    case 'session.warning':
      return { ...named, type: event.type, warning: event.warning };
    case 'session.finished': {
      const { reason, audioMs, billedMicroUsd, segments } = event;
      return {
        ...named,
        type: event.type,
        reason,
        audio_ms: audioMs,
        segments,
        transcription_id: session.transcriptionId,
        billing: {
          billed_ms: billedMicroUsd > 0 ? audioMs : 0,
          unit_price_usd_per_minute: unitPriceUsdPerMinute,
          amount_usd: formatUsd(billedMicroUsd),
        },
      };
    }
  }
};
