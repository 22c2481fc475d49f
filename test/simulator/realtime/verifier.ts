import { chargeKey } from '#lib/domain/billing/keys.ts';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import type { SessionEvent } from '#lib/domain/realtime/events.ts';
import { viewEvent } from '#lib/domain/realtime/event-view.ts';
import { type ServerEvent } from '#lib/domain/realtime/protocol.ts';
import type { SessionRepository } from '#lib/domain/realtime/session-repository.ts';
import {
  audioMsOf,
  isOver,
  isRevoked,
  type RealtimeSession,
  type SessionRef,
} from '#lib/domain/realtime/session.ts';
import { toldStepMs } from '#lib/domain/realtime/timing.ts';
import { liveSessionsOf } from '#lib/platform/limits/id-sets.ts';
import { memberCount } from '#lib/platform/limits/id-set.ts';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { Result } from '#lib/domain/transcriptions/result.ts';
import { sessionEventId, eventKey } from '#lib/domain/webhooks/event.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import type { MemoryBucket } from '../../support/memory-bucket.ts';
import { blockMs, spokenIn, spokenOf } from '../../support/scripted-transcriber.ts';
import type { Client } from './client.ts';

type World = {
  readonly table: Table;
  readonly store: SessionRepository;
  readonly results: MemoryBucket;
  readonly ref: SessionRef;
  readonly sound: Buffer;
};

const textsOf = (events: readonly SessionEvent[]): string[] =>
  events.flatMap((event) => (event.type === 'transcript.final' ? [event.segment.text] : []));

const gapsOf = (events: readonly SessionEvent[]) =>
  events.flatMap((event) =>
    event.type === 'session.warning' && event.warning.reason === 'audio_gap' ? [event.warning] : [],
  );

/** Checks the guarantees of a session during its life and at its end, and keeps the first violation. */
export const newVerifier = ({ table, store, results, ref, sound }: World) => {
  let violation: string | undefined;
  /** The end of the partial texts that were sent. */
  let toldMs = 0;
  const check = (isTrue: boolean, message: () => string): void => {
    if (!isTrue) violation ??= message();
  };
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

  /** The number of bytes that are stored without a gap from the start. */
  const storedThrough = async (): Promise<number> => {
    let through = 0;
    for (let afterFrame = -1; ;) {
      const { frames } = await store.readInput(ref, { afterFrame, fromMark: 0 });
      const covering = frames.filter(({ offset, endOffset }) => offset <= through && endOffset > through);
      if (covering.length === 0) return through;
      through = Math.max(...covering.map(({ endOffset }) => endOffset));
      afterFrame = Math.max(...covering.map(({ offset }) => offset)) - 1;
    }
  };

  /** The end of the last stored bytes. */
  const lastStored = async (): Promise<number> => {
    const { items } = await table.query({
      where: 'pk = :pk AND sk BETWEEN :from AND :to',
      values: { ':pk': `${ref.tenant}/${ref.id}`, ':from': 'frame/', ':to': 'frame/end/' },
      limit: 100_000,
    });
    return Math.max(0, ...items.map(({ endOffset }) => Number(endOffset ?? 0)));
  };

  const eventsOf = async (): Promise<SessionEvent[]> => [...(await store.readEvents(ref, 0))];

  const checkText = (session: RealtimeSession, events: readonly SessionEvent[]): void => {
    const heard = sound.subarray(0, session.committedMs * 32);
    const spoken = spokenIn(heard);
    const told = spokenOf(textsOf(events));
    // After four requests for missing bytes, a runner continues without them.
    const isLost = (block: number) =>
      gapsOf(events).some(({ from_ms, to_ms }) => from_ms < block * blockMs && (block - 1) * blockMs < to_ms);
    const known = new Set(told);
    check(
      same(
        told,
        spoken.filter((block) => known.has(block) || !isLost(block)),
      ),
      () => `the text has ${told.length} of ${spoken.length} blocks: ${textsOf(events).join(', ')}`,
    );
    check(session.committedMs <= (sound.length / 320) * blockMs, () => 'more is decided than was sent');
  };

  /**
   * Each final has one translation, or one warning about its absence. They come after the final, in the order of the finals.
   */
  const checkTranslations = (session: RealtimeSession, events: readonly SessionEvent[]): void => {
    const finals = events.filter((event) => event.type === 'transcript.final');
    const outcomes = events.flatMap((event): { id: number; of: number; text?: string }[] => {
      if (event.type === 'translation.final')
        return [{ id: event.id, of: event.segmentId, text: event.text }];
      if (event.type !== 'session.warning' || event.warning.reason !== 'translation_failed') return [];
      return [{ id: event.id, of: event.warning.segment_id }];
    });
    const expected = session.options.translation === null ? [] : finals;
    const isWhole = session.endReason === 'finish' || session.options.translation === null;
    check(
      outcomes.every(({ of }, at) => of === expected[at]?.segmentId) &&
        (!isWhole || outcomes.length === expected.length),
      () => `segments ${outcomes.map(({ of }) => of).join(', ')} of ${expected.length} are translated`,
    );
    for (const { id, of, text } of outcomes) {
      const final = finals.find(({ segmentId }) => segmentId === of);
      check(final !== undefined && final.id < id, () => `the translation of ${of} comes before its text`);
      check(
        text === undefined || text.endsWith(final?.segment.text ?? ''),
        () => `the translation of ${of} is of another text: ${text}`,
      );
    }
  };

  const checkMoney = async (session: RealtimeSession, events: readonly SessionEvent[]): Promise<void> => {
    const line = await table.get(
      chargeKey(ref.tenant, { createdAt: session.createdAt, id: session.transcriptionId }),
    );
    const audioMs = audioMsOf(session);
    const isPaid = textsOf(events).length > 0 || audioMs > session.committedMs;
    const price = isPaid ? chargeMicroUsd(audioMs) : 0;
    const charged = Number(line?.['amountMicroUsd']);
    const [finished] = events.filter((event) => event.type === 'session.finished');
    check(
      finished?.audioMs === audioMs && line?.['audioMs'] === audioMs,
      () => `the end is not of ${audioMs} ms`,
    );
    check(charged === 0 - price, () => `charged ${charged}, not ${price}`);
    check(toldMs < audioMs + toldStepMs, () => `${toldMs} ms are told and ${audioMs} paid`);
    const usage = await table.query({
      where: 'pk = :pk',
      values: { ':pk': `${ref.tenant}/usage` },
      limit: 100,
    });
    const used = usage.items.reduce((sum, item) => sum + Number(item['amountMicroUsd']), 0);
    check(used === price, () => `the usage is ${used}, not ${price}`);
    check((await memberCount(table, liveSessionsOf(ref.tenant))) === 0, () => 'the place is not free');
  };

  return {
    violation: () => violation,
    report: (message: string) => check(false, () => message),
    /** Call it for each event that is sent to a client. */
    posted: async (event: ServerEvent): Promise<void> => {
      if ('through' in event)
        check(
          event.through <= (await storedThrough()),
          () => `${event.through} is acknowledged and not stored`,
        );
      if (event.type === 'transcript.partial' && event.segment.text !== '')
        toldMs = Math.max(toldMs, event.segment.revision);
      if (event.type === 'session.started')
        check(event.next_offset <= (await storedThrough()), () => `${event.next_offset} is not stored`);
      if (!('id' in event)) return;
      const stored = (await eventsOf()).find(({ id }) => id === event.id);
      check(stored !== undefined, () => `event ${event.id} is sent before it is stored`);
    },
    /** Call it after the last event. `client` is absent if it vanished. */
    ended: async (client: Client | undefined): Promise<void> => {
      const session = await store.find(ref);
      if (!session || !isOver(session)) return check(false, () => `the session stays ${session?.status}`);
      const events = await eventsOf();
      check(
        same(
          events.map(({ id }) => id),
          events.map((_, at) => at + 1),
        ),
        () => 'the events have gaps',
      );
      check(session.lastEventId === events.length, () => 'an event is missing');
      if (session.startedAt === null) return;
      // The session fails after fifteen successive runners that died without a new decision. Earlier decisions and sent texts
      // are delivered and charged.
      if (session.endReason === 'failed' && audioMsOf(session) === 0) return;
      if (session.endReason === 'idle')
        check(
          (await lastStored()) < (session.committedMs + blockMs) * 32,
          () => `only ${session.committedMs} ms of what is stored are heard`,
        );
      checkText(session, events);
      checkTranslations(session, events);
      await checkMoney(session, events);
      const stored = results.objects.get(resultKey({ tenant: ref.tenant, id: session.transcriptionId }));
      if (!stored) return check(false, () => 'there is no result');
      const result = Result.parse(JSON.parse(stored.toString()));
      check(
        same(
          result.segments.map(({ text }) => text),
          textsOf(events),
        ),
        () => `the result is ${result.transcript}, not ${textsOf(events).join(' ')}`,
      );
      const texts = events.flatMap((event) => (event.type === 'translation.final' ? [event.text] : []));
      check(
        same(
          result.segments.flatMap(({ translatedText }) => translatedText ?? []),
          texts,
        ),
        () => `the result has other translations than ${texts.join(' ')}`,
      );
      const webhook = await table.get(eventKey({ tenant: ref.tenant, id: sessionEventId(ref) }));
      check(webhook !== undefined, () => 'webhooks are not told');
      if (!client) return;
      check(
        ['canceled', 'finish', 'failed'].includes(session.endReason ?? ''),
        () => `it ends by ${session.endReason}`,
      );
      if (session.endReason === 'finish')
        check(session.committedMs * 32 === sound.length, () => `only ${session.committedMs} ms are decided`);
      const told = events.map((event) => viewEvent(session, event));
      const shown = client.events();
      check(
        isRevoked(session) || same(shown, told),
        () => `the client has ${shown.length} of ${told.length} events`,
      );
      // If the owner deletes it, nothing is sent again, so an event may be missing before a later one.
      const isStored = (event: ServerEvent) => told.some((one) => same(one, event));
      check(shown.every(isStored), () => 'the client has other events');
    },
  };
};
