import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Backoff } from '#lib/platform/aws/outage.ts';
import { chanceOf } from './chance.ts';
import { conflictAnswer, onWire } from './wire.ts';

type Action = { readonly Key?: object; readonly Item?: { readonly pk: unknown; readonly sk: unknown } };
type Sleeper = { readonly at: number; readonly wake: () => void };

const keyOf = ({ Key, Item }: Action): string =>
  JSON.stringify(Key ?? (Item && { pk: Item.pk, sk: Item.sk }) ?? {});

const actionsOf = ({ operation, body }: { readonly operation: string; readonly body: any }): Action[] => {
  if (operation === 'TransactWriteItems')
    return body.TransactItems.flatMap((item: Record<string, Action>) => Object.values(item));
  return /^(Put|Update|Delete)Item$/.test(operation) ? [body] : [];
};

/**
 * Adds the transaction conflicts of DynamoDB, which the local engine lacks: a write to an item of an open transaction is
 * refused. `backoff` runs on virtual time: the earliest sleeper wakes as soon as no transaction is open.
 */
export const conflictingWrites = () => {
  const lockedKeys = new Set<string>();
  const sleepers = new Set<Sleeper>();
  const chance = chanceOf(1);
  let now = 0;

  const wakeFirst = (): void => {
    if (lockedKeys.size > 0) return;
    const [first] = [...sleepers].toSorted((a, b) => a.at - b.at);
    if (!first) return;
    sleepers.delete(first);
    now = first.at;
    first.wake();
  };
  const backoff: Backoff = {
    random: () => chance.under(1_000) / 1_000,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.add({ at: now + ms, wake });
        setImmediate(wakeFirst);
      }),
  };

  const refuseConflicts = (client: DynamoDBClient): void =>
    onWire(client, async (attempt, send) => {
      const keys = actionsOf(attempt).map(keyOf);
      if (keys.some((key) => lockedKeys.has(key))) return conflictAnswer(attempt);
      if (attempt.operation !== 'TransactWriteItems') return send();
      for (const key of keys) lockedKeys.add(key);
      try {
        return await send();
      } finally {
        for (const key of keys) lockedKeys.delete(key);
        setImmediate(wakeFirst);
      }
    });

  return { backoff, refuseConflicts };
};
