import { beforeAll, expect, test } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import { startTable } from '../../../support/table.ts';
import { onWire } from '../../../support/wire.ts';
import { tableContract } from './table.contract.ts';

let database: Awaited<ReturnType<typeof startTable>>;
/** The requests on the network, in order. */
const wire: { readonly operation: string; readonly body: any }[] = [];
beforeAll(async () => {
  database = await startTable();
  onWire(database.client, async ({ operation, body }, send) => {
    wire.push({ operation, body });
    return send();
  });
});

tableContract('DynamoDB', async () => database.table);
tableContract('memory', async () => memoryTable().table);

test('a read of an item and a query of the table ask for the latest version', async () => {
  await database.table.get({ pk: 'one', sk: 'latest' });
  expect(wire.at(-1)).toMatchObject({ operation: 'GetItem', body: { ConsistentRead: true } });
  await database.table.query({ where: 'pk = :pk', values: { ':pk': 'one' }, limit: 1 });
  expect(wire.at(-1)).toMatchObject({ operation: 'Query', body: { ConsistentRead: true } });
});

test('a query of an index does not ask for the latest version, which DynamoDB would refuse', async () => {
  const query = { where: 'listed_project = :p', values: { ':p': 'prj' }, limit: 10 };
  await database.table.query({ ...query, index: 'listed' });
  expect(wire.at(-1)?.body).toMatchObject({ IndexName: 'listed' });
  expect(wire.at(-1)?.body).not.toHaveProperty('ConsistentRead');
});
