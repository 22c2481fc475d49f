import { secondMs } from '#lib/platform/durations.ts';
import { log } from '#lib/platform/log.ts';
import type { Connections } from './connections.ts';
import type { ServerEvent } from './protocol.ts';
import { handshakeMs } from './timing.ts';

type QueuedEvent = {
  readonly event: ServerEvent;
  /** The id of a stored event. */
  readonly eventId?: number;
};

/** The connection that events are sent to. */
export type Target = { readonly id: string; readonly openedAtMs: number };

/** A connection that has a successor, and what its client is told at its end. */
type Former = { readonly id: string; readonly farewell: ServerEvent };

export type OutboxDeps = Connections & {
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => Date;
};

const retryMs = 100;
const maxTries = 20;
/** The pause between two tries to close a connection that cannot be reached. In an outage both may fail. */
const closeRetryMs = secondMs;
const maxCloses = 30;

/** Whether the client needs the event: its greeting, and stored events. */
const isNeeded = ({ event, eventId }: QueuedEvent): boolean =>
  eventId !== undefined || event.type === 'session.started';

const isStale = (queued: QueuedEvent, event: ServerEvent): boolean =>
  queued.event.type === 'transcript.partial' &&
  (event.type === 'transcript.partial' || event.type === 'transcript.final');

/** Sends events to the newest connection, one at a time and in order. A failure never stops recognition. */
export const openOutbox = ({ post, close, sleep, now }: OutboxDeps) => {
  let target: Target | undefined;
  let formers: readonly Former[] = [];
  let queue: QueuedEvent[] = [];
  let told = 0;
  let hasSent = false;
  let sending: Promise<void> | undefined;

  /** Whether the connection accepted the event; undefined if it must be tried again. */
  const attempt = async ({ id, openedAtMs }: Target, queued: QueuedEvent): Promise<boolean | undefined> => {
    try {
      if (await post(id, queued.event)) return true;
      // API Gateway knows a connection only after its handshake.
      return now().getTime() - openedAtMs < handshakeMs ? undefined : false;
    } catch (error) {
      log.error('realtime.post_failed', error, { event_type: queued.event.type });
      return isNeeded(queued) ? undefined : true;
    }
  };

  /**
   * Closes the connections before this one. Their clients are told why only if this one works: otherwise it may be a late
   * attempt of the same client, which must connect again.
   */
  const leaveFormers = async (isReplaced: boolean): Promise<void> => {
    const left = formers;
    formers = [];
    for (const { id, farewell } of left) {
      if (isReplaced) await post(id, farewell).catch(() => false);
      // If this fails, API Gateway closes it after ten minutes.
      await close(id).catch(() => {});
    }
  };

  const forget = (): Promise<void> => {
    target = undefined;
    return leaveFormers(false);
  };

  /**
   * Closes the connection, so that the client connects again. Otherwise a client would stay connected and receive
   * nothing more.
   */
  const giveUp = async (current: Target, closes: number): Promise<void> => {
    const isClosed = await close(current.id).then(
      () => true,
      () => false,
    );
    if (target !== current) return;
    await (isClosed || closes === maxCloses ? forget() : sleep(closeRetryMs));
  };

  /** Ends in the moment in which nothing is left, so that no event is added between. */
  const sendAll = async (): Promise<void> => {
    for (let tries = 0, last: Target | undefined; ;) {
      const current = target;
      const [queued] = queue;
      if (!current || !queued) {
        sending = undefined;
        return;
      }
      if (current !== last) tries = 0;
      last = current;
      const taken = await attempt(current, queued);
      if (target !== current) continue;
      tries = taken === undefined ? tries + 1 : 0;
      if (taken === false) await forget();
      else if (taken === undefined)
        await (tries > maxTries ? giveUp(current, tries - maxTries) : sleep(retryMs));
      else {
        queue = queue.filter((other) => other !== queued);
        told = queued.eventId ?? told;
        hasSent = true;
        await leaveFormers(true);
      }
    }
  };

  return {
    /**
     * From now on, sends to another connection, whose client has the events up to `after`. The connection before gets
     * `farewell`.
     */
    switchTo: (next: Target, after: number, farewell: ServerEvent): void => {
      if (target) formers = [...formers, { id: target.id, farewell }];
      target = next;
      queue = [];
      told = after;
      hasSent = false;
    },
    /** The connection, undefined if there is none or it is gone. */
    get target() {
      return target;
    },
    /** The last stored event that the connection accepted. */
    get told() {
      return told;
    },
    /** Whether the connection has accepted anything. */
    get hasSent() {
      return hasSent;
    },
    send: (event: ServerEvent, eventId?: number): void => {
      if (!target) return;
      const kept = queue.filter((queued) => !isStale(queued, event));
      queue = [...kept, { event, ...(eventId !== undefined && { eventId }) }];
      sending ??= sendAll();
    },
    /** Resolves when everything was sent, or cannot be sent. */
    drained: async (): Promise<void> => sending,
  };
};
export type Outbox = ReturnType<typeof openOutbox>;
