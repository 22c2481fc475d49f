import { maxMessageBytes, type ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { second } from '../chaos.ts';
import type { Random } from '../../support/random.ts';
import type { Timeline } from '../timeline.ts';

/** The client's view of a connection. */
export type Socket = { readonly send: (message: object) => void; readonly close: () => void };
export type Dial = (
  handshake: { readonly credential: string; readonly after: number },
  on: {
    readonly open: (socket: Socket) => void;
    readonly event: (event: ServerEvent) => void;
    readonly closed: () => void;
  },
) => void;

export type ClientPlan = {
  readonly sound: Buffer;
  readonly secret: string;
  readonly frameMs: number;
  /** The ratio of its sending rate to real time. */
  readonly speed: number;
  /** The byte offset at which it vanishes for good. */
  readonly vanishesAt?: number;
  /** The byte offsets at which it ends the segment. */
  readonly finalizesAt?: readonly number[];
};

const bytesPerMs = 32;
const retryMs = 5 * second;
const helloMs = 2 * second;

/** A client that follows the rules of the protocol: it resumes, sends missing audio again, and sorts the events. */
export const startClient = (
  { timeline, random, dial }: { timeline: Timeline; random: Random; dial: Dial },
  plan: ClientPlan,
) => {
  const { sound, frameMs, speed, vanishesAt = Infinity, finalizesAt = [] } = plan;
  const received = new Map<number, ServerEvent>();
  const moments: ServerEvent[] = [];
  let socket: Socket | undefined;
  let credential = plan.secret;
  let sent = 0;
  let through = 0;
  let lastId = 0;
  let hasVanished = false;
  let isDone = false;
  let dials = 0;
  let epoch = 0;
  let greeted = 0;

  const audio = (from: number, to: number): void => {
    for (let offset = from; offset < to;) {
      const end = Math.min(to, offset + Math.min(maxMessageBytes, frameMs * bytesPerMs));
      const data = sound.subarray(offset, end).toString('base64');
      socket?.send({ type: 'audio', offset, data });
      offset = end;
    }
  };
  const finish = (): void => socket?.send({ type: 'finish', offset: sound.length });
  const marks = (): void => {
    for (const offset of finalizesAt) if (offset <= sent) socket?.send({ type: 'finalize', offset });
  };

  const tick = (own: number): void => {
    if (own !== epoch || !socket || hasVanished || isDone) return;
    if (sent >= vanishesAt) {
      hasVanished = true;
      return socket.close();
    }
    const before = sent;
    sent = Math.min(sound.length, sent + frameMs * bytesPerMs);
    audio(before, sent);
    for (const offset of finalizesAt)
      if (offset > before && offset <= sent) socket.send({ type: 'finalize', offset });
    if (sent >= sound.length && before < sound.length) finish();
    timeline.in(frameMs / speed, () => tick(own));
  };

  /** Repeats audio that was not acknowledged for a while, and repeats the end until it is confirmed. */
  const insist = (own: number): void => {
    if (own !== epoch || !socket || hasVanished || isDone) return;
    if (through < sent) audio(through, Math.min(sent, through + 10 * maxMessageBytes));
    marks();
    if (sent >= sound.length) finish();
    socket.send({ type: 'ping' });
    timeline.in(retryMs, () => insist(own));
  };

  /** Repeats the `hello` until the client gets the greeting or the end. */
  const hello = (own: number): void => {
    if (own !== epoch || own === greeted || !socket || isDone) return;
    socket.send({ type: 'hello' });
    timeline.in(helloMs, () => hello(own));
  };

  const put = (event: ServerEvent & { readonly id: number }): void => {
    received.set(event.id, event);
    while (received.has(lastId + 1)) lastId += 1;
    if (received.get(lastId)?.type === 'session.finished') isDone = true;
  };

  const hear = (event: ServerEvent): void => {
    if (hasVanished) return;
    if ('id' in event) return put(event);
    moments.push(event);
    if (event.type === 'session.started') {
      credential = event.resume.token;
      through = Math.max(through, event.next_offset);
      if (through < sent) audio(through, sent);
      // The reply to the first greeting may have been lost.
      if (greeted === epoch) return;
      greeted = epoch;
      timeline.in(0, () => tick(epoch));
      timeline.in(retryMs, () => insist(epoch));
    }
    if ('through' in event) through = Math.max(through, event.through);
    if (event.type === 'audio.resend') audio(event.from, Math.min(event.to, sound.length));
    if (event.type === 'error' && event.fatal && !event.error.retryable) isDone = true;
  };

  const connect = (): void => {
    if (hasVanished || isDone) return;
    epoch += 1;
    dials += 1;
    const own = epoch;
    const retry = (): void => {
      if (own !== epoch) return;
      socket = undefined;
      epoch += 1;
      timeline.in(random.between(100, 3 * second), connect);
    };
    dial(
      { credential, after: lastId },
      {
        open: (opened) => {
          if (own !== epoch) return;
          socket = opened;
          hello(own);
        },
        event: (event) => {
          if (own === epoch) hear(event);
        },
        closed: retry,
      },
    );
  };

  return {
    connect,
    /** The stored events that it has received, in order. */
    events: (): ServerEvent[] =>
      [...received.entries()].toSorted(([a], [b]) => a - b).map(([, event]) => event),
    moments,
    get lastId() {
      return lastId;
    },
    get isDone() {
      return isDone;
    },
    get dials() {
      return dials;
    },
  };
};
export type Client = ReturnType<typeof startClient>;
