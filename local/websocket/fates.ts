import type { Clock } from '../events/clock.ts';
import type { Connection } from './connection.ts';

/** The fate of a message. */
export type Fate = {
  /** The message arrives once after each of these delays, in ms. */
  readonly delaysMs: readonly number[];
  /** Whether the connection of the message breaks. */
  readonly breaks: boolean;
};

/** Decides the fate of each message between a client and the functions. */
export type OnMessage = (message: {
  readonly connectionId: string;
  readonly isOfClient: boolean;
  readonly body: string;
}) => Fate;

type Fates = {
  readonly clock: Clock;
  /** Only for fault tests. Without it each message arrives once and at once. */
  readonly onMessage?: OnMessage | undefined;
};

/** Passes on a message from or to a client according to its fate. Returns the time in ms until its last arrival. */
export const passOn = (
  { clock, onMessage }: Fates,
  { client: { connectionId }, terminate }: Pick<Connection, 'client' | 'terminate'>,
  { body, arrive, isOfClient = true }: { body: string; arrive: () => void; isOfClient?: boolean },
): number => {
  if (!onMessage) {
    arrive();
    return 0;
  }
  const { delaysMs, breaks } = onMessage({ connectionId, isOfClient, body });
  for (const ms of delaysMs) clock.after(ms, arrive);
  if (breaks) terminate();
  return Math.max(0, ...delaysMs);
};

/** The connection for those who send to its client. They do not learn the fate of a message. */
export const sendingByFate = (fates: Fates, connection: Connection): Connection => {
  if (!fates.onMessage) return connection;
  const { clock } = fates;
  const nowMs = (): number => clock.now().getTime();
  let arrivedAtMs = 0;
  return {
    ...connection,
    send: async (body) => {
      const arrive = (): void => void connection.send(body).catch(() => {});
      const ms = passOn(fates, connection, { body, arrive, isOfClient: false });
      arrivedAtMs = Math.max(arrivedAtMs, nowMs() + ms);
    },
    // Closes after all messages, as on a network. Otherwise delayed messages would be lost.
    close: (code, reason) =>
      void clock.after(Math.max(0, arrivedAtMs - nowMs()), () => connection.close(code, reason)),
  };
};
