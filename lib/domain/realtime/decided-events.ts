import { rewrite } from '#lib/speech/text/rewrite.ts';
import { sentenceCase } from '#lib/speech/text/sentence-case.ts';
import type { LiveDecision, LiveFinal } from '#lib/speech/live/live-transcriber.ts';
import type { SessionEvent, Warning } from './events.ts';
import type { Commit } from './session-repository.ts';
import type { RealtimeSession } from './session.ts';

/** A segment that was cut at its maximum length may end within a sentence. */
const inSentences = ({ segments, reason }: LiveDecision): readonly LiveFinal[] =>
  reason === 'length' ? segments : rewrite(segments, sentenceCase);

/** What a decision adds to a session. */
export const commitOf = (session: RealtimeSession, decision: LiveDecision, now: Date): Commit => {
  const { throughMs, speechMs, unrecognizedMs, reason } = decision;
  const finals = inSentences(decision).filter(({ text }) => text !== '');
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

/** What a warning adds to a session. */
export const warningCommit = (session: RealtimeSession, warning: Warning, now: Date): Commit => {
  const { committedMs: throughMs, lastEventId } = session;
  const event: SessionEvent = {
    ...{ id: lastEventId + 1, at: now.toISOString(), type: 'session.warning', warning },
  };
  return { throughMs, events: [event], speechMs: 0, unrecognizedMs: 0, now };
};
