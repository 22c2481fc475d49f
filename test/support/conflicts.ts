import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { setTimeout as delay } from 'node:timers/promises';
import { conflictAnswer, onWire } from './wire.ts';

type Action = { readonly Key?: object; readonly Item?: { readonly pk: unknown; readonly sk: unknown } };

const keyOf = ({ Key, Item }: Action): string =>
  JSON.stringify(Key ?? (Item && { pk: Item.pk, sk: Item.sk }) ?? {});

/**
 * Gives the engine the one answer of DynamoDB that it never gives: a write that meets a transaction at the same item is
 * refused as a conflict. A transaction takes at least `holdMs`.
 */
export const refuseConflicts = (client: DynamoDBClient, holdMs: number): void => {
  const held = new Set<string>();
  onWire(client, async (attempt, send) => {
    const isTransaction = attempt.operation === 'TransactWriteItems';
    const actions: Action[] = isTransaction
      ? attempt.body.TransactItems.flatMap((item: Record<string, Action>) => Object.values(item))
      : /^(Put|Update|Delete)Item$/.test(attempt.operation)
        ? [attempt.body]
        : [];
    const keys = actions.map(keyOf);
    if (keys.some((key) => held.has(key))) return conflictAnswer(attempt);
    if (!isTransaction) return send();
    for (const key of keys) held.add(key);
    try {
      const [answer] = await Promise.all([send(), delay(holdMs)]);
      return answer;
    } finally {
      for (const key of keys) held.delete(key);
    }
  });
};
