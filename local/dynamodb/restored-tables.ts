import * as z from 'zod';
import type { Call } from '../aws-endpoint/json-service.ts';
import { Key, type Table, tableOf } from './tables.ts';

const Names = z.object({ TableNames: z.array(z.string()) });
const Described = z.object({
  Table: z.object({
    KeySchema: z.array(Key),
    GlobalSecondaryIndexes: z.array(z.object({ IndexName: z.string(), KeySchema: z.array(Key) })).default([]),
  }),
});
const Ttl = z.object({ TimeToLiveDescription: z.object({ AttributeName: z.string().optional() }) });

/** The tables of the database that are in no template. A user restored them, and a setting may contain the name of one. */
export const restoredTables = async (made: readonly Table[], call: Call): Promise<Table[]> => {
  const { TableNames: names } = Names.parse(await call('ListTables', {}));
  const others = names.filter((name) => !made.some((table) => table.name === name));
  return Promise.all(
    others.map(async (TableName) => {
      const { Table: schema } = Described.parse(await call('DescribeTable', { TableName }));
      const { TimeToLiveDescription: ttl } = Ttl.parse(await call('DescribeTimeToLive', { TableName }));
      return tableOf(TableName, schema, ttl.AttributeName);
    }),
  );
};
