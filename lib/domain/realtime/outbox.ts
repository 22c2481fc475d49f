import { log } from '#lib/platform/log.ts';
import type { Connections } from './connections.ts';
import type { ServerEvent } from './protocol.ts';
import { handshakeMs } from './timing.ts';

type Letter = {
  readonly event: ServerEvent;
  /** Of a stored event. */
  readonly eventId?: number;
};

/** The connection that events are sent to. */
export type Outlet = { readonly id: string; readonly openedAtMs: number };

export type OutboxDeps = Connections & {
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => Date;
};

const retryMs = 100;
const maxTries = 20;

/** What a client cannot do without: its greeting, and stored events. */
const isNeeded = ({ event, eventId }: Letter): boolean =>
  eventId !== undefined || event.type === 'session.started';

const isStale = (letter: Letter, event: ServerEvent): boolean =>
  letter.event.type === 'transcript.partial' &&
  (event.type === 'transcript.partial' || event.type === 'transcript.final');

/** Sends events to the newest connection, one at a time and in order. A failure never stops recognition. */
export const openOutbox = ({ post, close, sleep, now }: OutboxDeps) => {
  let outlet: Outlet | undefined;
  let letters: Letter[] = [];
  let told = 0;
  let hasSent = false;
  let sending: Promise<void> | undefined;

  /** Whether the connection took the event; undefined if it must be tried again. */
  const attempt = async ({ id, openedAtMs }: Outlet, letter: Letter): Promise<boolean | undefined> => {
    try {
      if (await post(id, letter.event)) return true;
      // API Gateway knows a connection only when its handshake is over.
      return now().getTime() - openedAtMs < handshakeMs ? undefined : false;
    } catch (error) {
      log.error('realtime.post_failed', error, { event_type: letter.event.type });
      return isNeeded(letter) ? undefined : true;
    }
  };

  const forget = (): void => {
    outlet = undefined;
    letters = [];
  };

  /** Closes the connection, so that its client connects again. */
  const giveUp = async ({ id }: Outlet): Promise<void> => {
    forget();
    await close(id).catch(() => {});
  };

  const sendAll = async (): Promise<void> => {
    for (let tries = 0; ;) {
      const target = outlet;
      const [letter] = letters;
      if (!target || !letter) return;
      const taken = await attempt(target, letter);
      if (outlet !== target) {
        tries = 0;
        continue;
      }
      tries = taken === undefined && tries < maxTries ? tries + 1 : 0;
      if (taken === false) forget();
      else if (taken === undefined) await (tries > 0 ? sleep(retryMs) : giveUp(target));
      else {
        letters = letters.filter((other) => other !== letter);
        told = letter.eventId ?? told;
        hasSent = true;
      }
    }
  };

  const send = async (): Promise<void> => {
    await sendAll();
    sending = undefined;
    // Something was added while the last sending ended.
    if (outlet && letters.length > 0) sending = send();
  };

  return {
    /** Sends to another connection from now on, whose client has the events up to `after`. */
    switchTo: (next: Outlet | undefined, after: number): void => {
      outlet = next;
      letters = [];
      told = after;
      hasSent = false;
    },
    /** The connection, undefined if there is none or it is gone. */
    get outlet() {
      return outlet;
    },
    /** The last stored event that the connection took. */
    get told() {
      return told;
    },
    /** Whether the connection has taken anything. */
    get hasSent() {
      return hasSent;
    },
    say: (event: ServerEvent, eventId?: number): void => {
      if (!outlet) return;
      const kept = letters.filter((letter) => letter === letters[0] || !isStale(letter, event));
      letters = [...kept, { event, ...(eventId !== undefined && { eventId }) }];
      sending ??= send();
    },
    /** Resolves when everything was sent, or cannot be. */
    drained: async (): Promise<void> => {
      for (let last = sending; last; last = sending) await last;
    },
  };
};
export type Outbox = ReturnType<typeof openOutbox>;
