import * as z from 'zod';
import type { Call } from '../aws-endpoint/json-service.ts';
import type { Table } from './tables.ts';

const Page = z.object({
  Items: z.array(z.record(z.string(), z.unknown())),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** Deletes the items whose time-to-live (epoch seconds) has passed; dynoxide stores the setting but never acts on it. */
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
        deleted += await deleteIfStill(call, { ...expired, Key, ConditionExpression: '#ttl < :now' });
      }
      next = page.LastEvaluatedKey;
    } while (next);
  }
  return deleted;
};

/** The item may have been given a later time since the scan. */
const deleteIfStill = async (call: Call, input: object): Promise<number> => {
  try {
    await call('DeleteItem', input);
    return 1;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return 0;
    throw error;
  }
};
