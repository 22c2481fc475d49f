import type { Allowance } from '#lib/domain/realtime/allowance.ts';
import { hashSecret } from '#lib/domain/auth/api-key.ts';
import { clientSecret, newResumeToken } from '#lib/domain/realtime/credentials.ts';
import type { ConcludeDeps } from '#lib/domain/realtime/conclude-session.ts';
import { endSession } from '#lib/domain/realtime/end-session.ts';
import { knownLeases } from '#lib/domain/realtime/known-leases.ts';
import { messageCounts } from '#lib/domain/realtime/message-counts.ts';
import type { ReceiveDeps } from '#lib/domain/realtime/receive-message.ts';
import type { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { type RunDeps, runSession } from '#lib/domain/realtime/run-session.ts';
import { dynamoSessionRepository } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import type { SessionRepository } from '#lib/domain/realtime/session-repository.ts';
import type { RealtimeSession, SessionOptions } from '#lib/domain/realtime/session.ts';
import type { RunMessage } from '#lib/domain/realtime/wake-runner.ts';
import type { WebhookMessage } from '#lib/domain/webhooks/messages.ts';
import type { Every } from '#lib/platform/every.ts';
import { minuteMs } from '#lib/platform/durations.ts';
import { randomId } from '#lib/platform/ids.ts';
import { newTimeline } from '../simulator/timeline.ts';
import { memoryBucket } from './memory-bucket.ts';
import { memoryTable } from './memory-table.ts';
import { aSession, plainOptions } from './realtime.ts';
import { scriptedTranscriber } from './scripted-transcriber.ts';
import { scriptedTranslator } from './scripted-translator.ts';
import { Limits } from '#lib/platform/limits/limits.ts';

/** The bytes of one ms of a sound of `soundOf`. */
export const bytesPerMs = 32;

type Told<Type> = Extract<ServerEvent, { readonly type: Type }>;

/** Realtime sessions on a table in memory, with a scripted transcriber. Time passes only while all code waits. */
export const aSessionWorld = () => {
  const timeline = newTimeline(Date.parse('2026-11-20T10:00:00.000Z'));
  const { table } = memoryTable();
  const sessions = dynamoSessionRepository(table, Limits.parse({}));
  const results = memoryBucket();
  const posted: { readonly connectionId: string; readonly event: ServerEvent; readonly atMs: number }[] = [];
  const closed: string[] = [];
  const woken: RunMessage[] = [];
  const webhooks: WebhookMessage[] = [];
  const script = {
    /** Whether a connection accepts an event. Throws to simulate an outage. */
    takes: (_connectionId: string, _event: ServerEvent): boolean => true,
    allows: (async () => undefined) as Allowance,
  };

  const sleep = (ms: number): Promise<void> =>
    new Promise((resolve) =>
      timeline.in(ms, () => {
        timeline.markReady();
        resolve();
      }),
    );

  const every: Every = (ms, run) => {
    const state = { isStopped: false };
    const tick = (): void =>
      timeline.in(ms, () => {
        if (state.isStopped) return;
        timeline.markReady();
        run();
        tick();
      });
    tick();
    return () => {
      state.isStopped = true;
    };
  };

  const deps: RunDeps &
    ConcludeDeps &
    Pick<ReceiveDeps, 'leases' | 'counts'> & { readonly sessions: SessionRepository } = {
    sessions,
    results,
    leases: knownLeases(),
    counts: messageCounts(),
    openTranscriber: ({ committedMs, options: { silenceMs, translation } }) =>
      scriptedTranscriber({ committedMs, silenceMs, hasWord: translation !== null }),
    allowance: (...asked) => script.allows(...asked),
    translator: scriptedTranslator(),
    post: async (connectionId, event) => {
      if (!script.takes(connectionId, event)) return false;
      posted.push({ connectionId, event, atMs: timeline.ms() - timeline.startMs });
      return true;
    },
    close: async (id) => void closed.push(id),
    wake: async (message) => void woken.push(message),
    requestEnd: (message) => endSession(deps, message),
    sendWebhook: async (message) => void webhooks.push(message),
    newToken: newResumeToken,
    now: timeline.now,
    sleep,
    every,
  };

  /** Lets time pass until the work is done. */
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    const state = { isDone: false };
    const settle = work.finally(() => {
      state.isDone = true;
    });
    await new Promise(setImmediate);
    while (!state.isDone) {
      await timeline.step();
      await new Promise(setImmediate);
    }
    return settle;
  };

  const created = async (
    options: Partial<SessionOptions> = {},
    fields: Partial<RealtimeSession> = {},
  ): Promise<RealtimeSession> => {
    const id = randomId('rts');
    const session = aSession({
      tenant: `${randomId('prj')}.live`,
      id,
      transcriptionId: randomId('ofq'),
      secretHash: hashSecret(clientSecret(id, 'key')),
      options: { ...plainOptions, ...options },
      ...fields,
    });
    await sessions.create(session);
    return session;
  };

  const find = async (ref: RealtimeSession): Promise<RealtimeSession> => {
    const session = await sessions.find(ref);
    if (!session) throw new Error('The session is stored.');
    return session;
  };

  const connect = async (session: RealtimeSession, connectionId: string) => {
    const credential = { kind: 'secret', hash: session.secretHash } as const;
    const input = { credential, afterEventId: 0, now: timeline.now() };
    const outcome = await sessions.connect(await find(session), input);
    if (outcome.kind !== 'connected') throw new Error('A session can be connected with its secret.');
    const { connection } = outcome.session;
    const opened = await sessions.setConnection(session, { connection, connectionId, now: timeline.now() });
    if (!opened) throw new Error('The newest connection is recorded.');
    return opened;
  };

  const send = async (session: RealtimeSession, sound: Buffer, from: number, to: number): Promise<void> => {
    const data = sound.subarray(from, to);
    await sessions.putFrame(session, { offset: from, endOffset: from + data.length, data }, timeline.now());
  };

  return {
    timeline,
    table,
    sessions,
    results,
    posted,
    closed,
    woken,
    webhooks,
    script,
    deps,
    sleep,
    settled,
    created,
    connect,
    send,
    /** A session with one connection, `c1`. */
    live: async (options?: Partial<SessionOptions>, fields?: Partial<RealtimeSession>) =>
      connect(await created(options, fields), 'c1'),
    /** Sends a sound in frames of 200 ms in real time, and `finish` after its last frame. */
    stream: (session: RealtimeSession, sound: Buffer, { finishes = true } = {}): void => {
      const frame = 200 * bytesPerMs;
      for (let from = 0; from < sound.length; from += frame)
        timeline.in((from + frame) / bytesPerMs, () => void send(session, sound, from, from + frame));
      if (!finishes) return;
      const mark = { offset: sound.length, kind: 'finish' } as const;
      timeline.in(
        sound.length / bytesPerMs + 200,
        () => void sessions.putMark(session, mark, timeline.now()),
      );
    },
    /** Lets this time pass without other events. */
    pass: async (ms: number): Promise<void> => {
      timeline.in(ms, () => {});
      await timeline.step();
    },
    /** Runs a runner until it returns. */
    run: async (
      { tenant, id }: RealtimeSession,
      {
        changes = {},
        remainingMs = 15 * minuteMs,
      }: { changes?: Partial<RunDeps>; remainingMs?: number } = {},
    ) => {
      const endsAt = timeline.ms() + remainingMs;
      const run = runSession(
        { ...deps, ...changes },
        { tenant, id },
        {
          remainingMs: () => endsAt - timeline.ms(),
        },
      );
      return settled(run);
    },
    find,
    /** The events of a type that were sent, in order. */
    told: <Type extends ServerEvent['type']>(type: Type): Told<Type>[] =>
      posted.flatMap(({ event }) => (isOf(event, type) ? [event] : [])),
  };
};

const isOf = <Type extends ServerEvent['type']>(event: ServerEvent, type: Type): event is Told<Type> =>
  event.type === type;
