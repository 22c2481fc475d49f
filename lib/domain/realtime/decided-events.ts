import { findersOf } from '#lib/domain/transcriptions/format-segments.ts';
import { rewrite } from '#lib/speech/text/rewrite.ts';
import { sentenceCase } from '#lib/speech/text/sentence-case.ts';
import type { LiveDecision, LiveFinal } from '#lib/speech/live/live-transcriber.ts';
import type { FinalEvent, Translated, Warning } from './events.ts';
import type { Commit } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';

/**
 * The segments in the formatting of the session. A segment that was cut at its maximum length may end in the middle of
 * a sentence.
 */
const written = (
  { options: { formatting } }: RealtimeSession,
  { segments, reason }: LiveDecision,
): readonly LiveFinal[] => {
  const finders = findersOf({ formatting, redact: [] });
  const used = reason === 'length' ? finders.filter((find) => find !== sentenceCase) : finders;
  return used.reduce<readonly LiveFinal[]>((texts, find) => rewrite(texts, find), segments);
};

/** The commit that a decision adds to a session. */
export const commitOf = (session: RealtimeSession, decision: LiveDecision, now: Date): Commit => {
  const { throughMs, speechMs, unrecognizedMs, reason } = decision;
  const finals = written(session, decision).filter(({ text }) => text !== '');
  return {
    throughMs,
    speechMs,
    unrecognizedMs,
    now,
    events: finals.map((segment, at) => ({
      id: session.lastEventId + 1 + at,
      at: now.toISOString(),
      type: 'transcript.final',
      segmentId: session.segments + 1 + at,
      segment: { ...segment, channel: null, words: [...segment.words] },
      endReason: reason,
    })),
  };
};

/** A commit with an event that decides no audio. */
const eventCommit = (
  { committedMs: throughMs, lastEventId }: RealtimeSession,
  event: Translated,
  now: Date,
): Commit => ({
  throughMs,
  speechMs: 0,
  unrecognizedMs: 0,
  now,
  events: [{ ...event, id: lastEventId + 1, at: now.toISOString() }],
});

/** The commit that a warning adds to a session. */
export const warningCommit = (session: RealtimeSession, warning: Warning, now: Date): Commit =>
  eventCommit(session, { type: 'session.warning', warning }, now);

/** The commit with the translation of a final text, or with the warning that there is none. */
export const translationCommit = (
  session: RealtimeSession,
  { final, translated }: { readonly final: FinalEvent; readonly translated: Translated },
  now: Date,
): Commit => ({
  ...eventCommit(session, translated, now),
  translated: { segmentId: final.segmentId, eventId: final.id },
});
