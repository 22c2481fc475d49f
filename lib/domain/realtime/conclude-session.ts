import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { mergeResult } from '#lib/domain/transcriptions/result.ts';
import { sessionEventId } from '#lib/domain/webhooks/event.ts';
import { type SendWebhook, sendBestEffort } from '#lib/domain/webhooks/messages.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { log } from '#lib/platform/log.ts';
import type { FinalEvent, SessionEvent } from './events.ts';
import { priceOf } from './price.ts';
import type { SessionRepository } from './session-repository.ts';
import { audioMsOf, type RealtimeSession, type SessionRef } from './session.ts';

export type ConcludeDeps = {
  readonly sessions: Pick<SessionRepository, 'readEvents' | 'end' | 'find'>;
  readonly results: Pick<Bucket, 'putOnce'>;
  readonly sendWebhook: SendWebhook;
  readonly now: () => Date;
};

/** All stored events after an id. */
export const eventsAfter = async (
  { sessions }: { readonly sessions: Pick<SessionRepository, 'readEvents'> },
  ref: SessionRef,
  after: number,
): Promise<SessionEvent[]> => {
  const events: SessionEvent[] = [];
  for (let last = after; ;) {
    const page = await sessions.readEvents(ref, last);
    events.push(...page);
    const next = page.at(-1)?.id;
    if (next === undefined) return events;
    last = next;
  }
};

/** The translation of each final text; null for a text without one. */
const translationsOf = (
  finals: readonly FinalEvent[],
  events: readonly SessionEvent[],
): (string | null)[] => {
  const texts = new Map(
    events.flatMap((event) =>
      event.type === 'translation.final' ? [[event.segmentId, event.text] as const] : [],
    ),
  );
  return finals.map(({ segmentId }) => texts.get(segmentId) ?? null);
};

/**
 * Writes the result of a closed session and ends it. Returns the ended session. Idempotent: nothing more is decided in
 * a closed session, so every caller writes the same result, and only one of them ends the session.
 */
export const concludeSession = async (
  deps: ConcludeDeps,
  session: RealtimeSession,
): Promise<RealtimeSession | undefined> => {
  const { tenant, id, transcriptionId, speechMs, unrecognizedMs } = session;
  const events = await eventsAfter(deps, session, 0);
  const finals = events.filter((event) => event.type === 'transcript.final');
  const segments = finals.map(({ segment }) => segment);
  const translations = session.options.translation && translationsOf(finals, events);
  const result = mergeResult({ segments, speechMs, unrecognizedMs }, translations);
  const key = resultKey({ tenant, id: transcriptionId });
  await deps.results.putOnce(key, JSON.stringify(result), 'application/json');
  const ended = await deps.sessions.end(session, {
    now: deps.now(),
    detectedLanguage: result.detectedLanguages[0]?.language ?? null,
    billedMicroUsd: priceOf(session),
  });
  if (!ended) return deps.sessions.find({ tenant, id });
  const fields = { realtime_session_id: id, transcription_id: transcriptionId };
  log.info('realtime.ended', {
    ...fields,
    status: ended.status,
    reason: ended.endReason,
    audio_ms: audioMsOf(ended),
    speech_ms: speechMs,
    billed_micro_usd: ended.billedMicroUsd,
  });
  await sendBestEffort(deps.sendWebhook, { kind: 'event', tenant, eventId: sessionEventId(ended) });
  return ended;
};
