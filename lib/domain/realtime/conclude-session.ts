import { chargeMicroUsd } from '#lib/domain/money.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { mergeResult } from '#lib/domain/transcriptions/result.ts';
import { sessionEventId } from '#lib/domain/webhooks/event.ts';
import { type SendWebhook, sendBestEffort } from '#lib/domain/webhooks/messages.ts';
import type { Bucket } from '#lib/platform/aws/bucket.ts';
import { log } from '#lib/platform/log.ts';
import { modeOf } from '#lib/platform/tenant.ts';
import type { FinalEvent, SessionEvent } from './events.ts';
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

/**
 * Whether there was speech. Text that was sent but not decided counts as speech; otherwise a client could read all text
 * and cancel before it is charged.
 */
const hasSpeech = ({ speechMs, toldMs, committedMs }: RealtimeSession): boolean =>
  speechMs > 0 || toldMs > committedMs;

/**
 * The price of the audio, at most that of the longest audio that the session allows, because the length comes from a
 * runner, which processes data of customers. A session without speech, or in test mode, costs nothing.
 */
const billedMicroUsd = (session: RealtimeSession): number =>
  modeOf(session.tenant) === 'live' && hasSpeech(session) ? chargeMicroUsd(audioMsOf(session)) : 0;

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
    billedMicroUsd: billedMicroUsd(session),
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
