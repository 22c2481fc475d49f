import { expect, test } from 'vitest';
import { ledgerPk } from '#lib/domain/billing/keys.ts';
import { rowKey } from '#lib/platform/http/list-rows.ts';
import { randomId } from '#lib/platform/ids.ts';
import { aboutOrganization } from '../../../support/console-ask.ts';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const route = 'GET /api/platform/v1/organizations/{organization_id}/billing/receipts/{entry_id}';
const get = (entry_id: string, by = customer, call = world.call) => {
  const ask = aboutOrganization(by);
  return call(route, { ...ask, params: { ...ask.params, entry_id } });
};

const aPayment = async (createdAt = '2026-11-20T10:00:00.000Z', paymentId = 'pi_1'): Promise<string> => {
  const line = { id: randomId('led'), kind: 'credit', amountMicroUsd: 1, paymentId, createdAt };
  await world.table.putNew({ ...line, ...rowKey(ledgerPk(customer.organizationId), line) });
  return line.id;
};

test('200 is where the provider shows the receipt', async () => {
  expect((await get(await aPayment())).body).toEqual({ url: 'https://receipt.example/pi_1' });
});

test('200 for any of many payments is the receipt of that payment', async () => {
  const oldest = await aPayment('2020-01-01T10:00:00.000Z', 'pi_oldest');
  for (let month = 0; month < 60; month += 1) await aPayment();
  const newest = await aPayment('2026-11-20T11:00:00.000Z', 'pi_newest');
  expect((await get(oldest)).body).toEqual({ url: 'https://receipt.example/pi_oldest' });
  expect((await get(newest)).body).toEqual({ url: 'https://receipt.example/pi_newest' });
});

test('404 for a payment of another organization', async () => {
  expect((await get(await aPayment(), await world.aCustomer())).status).toBe(404);
});

test('404 if the provider has none', async () => {
  const call = world.callWith({ receiptOf: async () => undefined });
  expect((await get(await aPayment(), customer, call)).status).toBe(404);
});
