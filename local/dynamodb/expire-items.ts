import * as z from 'zod';
import type { Call } from '../aws-endpoint/json-service.ts';
import type { Table } from './tables.ts';

const Page = z.object({
  Items: z.array(z.record(z.string(), z.unknown())),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** Deletes items whose TTL (epoch seconds) has passed. dynoxide stores the setting but does not expire items. */
export const expireItems = async (tables: readonly Table[], call: Call, now: Date): Promise<number> => {
  let deleted = 0;
  for (const table of tables) {
    if (table.ttlAttribute === undefined) continue;
    const expired = {
      TableName: table.name,
      ExpressionAttributeNames: { '#ttl': table.ttlAttribute },
      ExpressionAttributeValues: { ':now': { N: String(Math.floor(now.getTime() / 1000)) } },
    };
    let next: Record<string, unknown> | undefined;
    do {
      const scan = { ...expired, FilterExpression: '#ttl < :now', ...(next && { ExclusiveStartKey: next }) };
      const page = Page.parse(await call('Scan', scan));
      for (const item of page.Items) {
        const Key = Object.fromEntries(table.keys.map((name) => [name, item[name]]));
        deleted += await deleteIfExpired(call, { ...expired, Key, ConditionExpression: '#ttl < :now' });
      }
      next = page.LastEvaluatedKey;
    } while (next);
  }
  return deleted;
};

/** The condition protects an item whose TTL was extended since the scan. */
const deleteIfExpired = async (call: Call, input: object): Promise<number> => {
  try {
    await call('DeleteItem', input);
    return 1;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return 0;
    throw error;
  }
};
