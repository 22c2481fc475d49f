import { AsyncLocalStorage } from 'node:async_hooks';
import type { Queue } from './fauxqs.ts';

type Message = { readonly messageGroupId?: string | undefined };

/**
 * The `count` messages that a fair queue serves next: each is the first one that waits in a group with the fewest messages in flight. Among
 * such groups the one that waits longest comes first.
 */
export const nextInTurn = <M extends Message>(
  waiting: readonly M[],
  inFlight: readonly Message[],
  count: number,
): M[] => {
  const groups = Map.groupBy(waiting, ({ messageGroupId }) => messageGroupId);
  const busy = Map.groupBy(inFlight, ({ messageGroupId }) => messageGroupId);
  const load = new Map(Array.from(groups.keys(), (group) => [group, busy.get(group)?.length ?? 0]));
  const next: M[] = [];
  while (next.length < count && groups.size > 0) {
    const [quietest] = [...load].reduce((best, one) => (one[1] < best[1] ? one : best));
    const messages = groups.get(quietest) ?? [];
    next.push(...messages.splice(0, 1));
    load.set(quietest, (load.get(quietest) ?? 0) + 1);
    if (messages.length > 0) continue;
    groups.delete(quietest);
    load.delete(quietest);
  }
  return next;
};

type Entry = { readonly MessageBody: string; readonly MessageGroupId?: string };
const sending = new AsyncLocalStorage<readonly Entry[]>();

/** Runs a call of SQS, whose messages keep their groups on queues that serve in turn. */
export const keepingGroups = async <T>(body: Buffer, call: () => PromiseLike<T>): Promise<T> => {
  const request = JSON.parse(body.toString());
  return sending.run(request.Entries ?? [request], async () => await call());
};

/**
 * Makes a standard queue of fauxqs fair, like those of SQS: a group with many messages does not delay the others. By itself it forgets
 * the groups and serves messages in the order of arrival.
 */
export const serveInTurn = (queue: Queue): void => {
  const enqueue = queue.enqueue.bind(queue);
  const dequeue = queue.dequeue.bind(queue);
  queue.enqueue = (message) => {
    const entry = sending.getStore()?.find(({ MessageBody }) => MessageBody === message.body);
    if (entry?.MessageGroupId !== undefined) message.messageGroupId = entry.MessageGroupId;
    enqueue(message);
  };
  queue.dequeue = (count, ...others) => {
    queue.processTimers();
    const inFlight = Array.from(queue.inflightMessages.values(), ({ message }) => message);
    const next = new Set(nextInTurn(queue.messages, inFlight, count));
    queue.messages = [...next, ...queue.messages.filter((message) => !next.has(message))];
    return dequeue(count, ...others);
  };
};
