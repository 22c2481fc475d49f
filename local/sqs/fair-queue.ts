import { AsyncLocalStorage } from 'node:async_hooks';
import type { Queue } from './fauxqs.ts';

type Message = { readonly messageGroupId?: string | undefined };
/** For each group, when it was last served, as a growing number. */
type LastServed = ReadonlyMap<string | undefined, number>;

/**
 * The next `count` messages of a fair queue. Each belongs to a group with the fewest messages in flight; among such groups, to
 * the one that was served least recently, by `lastServed`; and has waited longest in its group. Without the second rule, groups
 * with many messages that end in turn would starve one whose message came later.
 */
export const nextInTurn = <M extends Message>(
  waiting: readonly M[],
  { inFlight, lastServed }: { readonly inFlight: readonly Message[]; readonly lastServed: LastServed },
  count: number,
): M[] => {
  const served = new Map<string | undefined, number>();
  /** The number of messages of its group that are served before the message. */
  const turnOf = ({ messageGroupId }: Message): number => {
    const before = served.get(messageGroupId) ?? 0;
    served.set(messageGroupId, before + 1);
    return before;
  };
  inFlight.forEach(turnOf);
  const servedAt = ({ messageGroupId }: Message): number => lastServed.get(messageGroupId) ?? 0;
  return waiting
    .map((message) => ({ message, turn: turnOf(message) }))
    .toSorted((one, other) => one.turn - other.turn || servedAt(one.message) - servedAt(other.message))
    .slice(0, count)
    .map(({ message }) => message);
};

type Entry = {
  readonly MessageBody: string;
  readonly MessageGroupId?: string;
  readonly DelaySeconds?: number;
};
const sending = new AsyncLocalStorage<readonly Entry[]>();

/** The messages of an SQS call that sends one or several. */
export const entriesOf = (body: Buffer): readonly Entry[] => {
  const request = JSON.parse(body.toString());
  return request.Entries ?? [request];
};

/** Runs an SQS call that sends these messages, and keeps their groups for fair queues. */
export const keepingGroups = <T>(entries: readonly Entry[], call: () => PromiseLike<T>): Promise<T> =>
  sending.run(entries, async () => await call());

/**
 * Makes a standard queue of fauxqs fair, like those of SQS: a group with many messages does not delay other groups. Without
 * this, fauxqs drops the groups and serves messages in the order of arrival.
 */
export const serveInTurn = (queue: Queue): void => {
  const enqueue = queue.enqueue.bind(queue);
  const dequeue = queue.dequeue.bind(queue);
  const lastServed = new Map<string | undefined, number>();
  let served = 0;
  queue.enqueue = (message) => {
    const entry = sending.getStore()?.find(({ MessageBody }) => MessageBody === message.body);
    if (entry?.MessageGroupId !== undefined) message.messageGroupId = entry.MessageGroupId;
    enqueue(message);
  };
  queue.dequeue = (count, ...others) => {
    queue.processTimers();
    const inFlight = Array.from(queue.inflightMessages.values(), ({ message }) => message);
    const next = new Set(nextInTurn(queue.messages, { inFlight, lastServed }, count));
    for (const { messageGroupId } of next) lastServed.set(messageGroupId, (served += 1));
    queue.messages = [...next, ...queue.messages.filter((message) => !next.has(message))];
    return dequeue(count, ...others);
  };
};
