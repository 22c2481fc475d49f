import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { creditCheck } from '#lib/billing/balance.ts';
import { creditsKey } from '#lib/billing/keys.ts';
import { randomId } from '#lib/ids.ts';
import { aWorld } from '../../support/protocol-world.ts';
import type { Mode } from '#lib/tenant.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.stop());

const anOrganization = async (creditMicroUsd: number): Promise<string> => {
  const organizationId = randomId('org');
  const set = 'ADD creditMicroUsd :amount';
  await world.table.update({ key: creditsKey(organizationId), set, values: { ':amount': creditMicroUsd } });
  return organizationId;
};

describe('with prepayment', () => {
  const check = (organizationId: string | null, mode: Mode = 'live') =>
    creditCheck(world.table, true)({ organizationId, tenant: `prj_a.${mode}` });

  test.each([
    [-1, false],
    [0, false],
    [1, true],
  ])('a balance of %i micro-dollars lets jobs in: %s', async (balance, expected) => {
    expect(await check(await anOrganization(balance))).toBe(expected);
  });

  test('an organization that never paid has no credit', async () => {
    expect(await check(randomId('org'))).toBe(false);
  });

  test('a test key needs none, nor does a project that no organization owns', async () => {
    expect([await check(await anOrganization(0), 'test'), await check(null)]).toEqual([true, true]);
  });

  test('asking is one read of one unit', async () => {
    const organizationId = await anOrganization(1);
    expect(await world.callsOf(() => check(organizationId))).toEqual({
      counts: { 'dynamodb.Query': 1 },
      readUnits: 1,
      writeUnits: 0,
    });
  });
});

test('without prepayment nothing is read, whatever the balance is', async () => {
  const ask = () =>
    creditCheck(world.table, false)({ organizationId: randomId('org'), tenant: 'prj_a.live' });
  expect(await ask()).toBe(true);
  expect((await world.callsOf(ask)).counts).toEqual({});
});

describe('a job without credit', () => {
  const without = async (upload_id: string, id: string) => {
    const hasCredit = async () => false;
    return world.queue({ upload_id }, { hasCredit, newId: () => id });
  };

  test('is refused, and its upload stays usable', async () => {
    const uploadId = await world.upload();
    await world.arrive(uploadId);
    const id = randomId('ofq');
    await expect(without(uploadId, id)).rejects.toMatchObject({ type: 'insufficient_credits' });
    const job = await world.queue({ upload_id: uploadId });
    expect(await world.view(job)).toMatchObject({ status: 'queued' });
  });

  test('that was queued before is answered as it was then', async () => {
    const uploadId = await world.upload();
    await world.arrive(uploadId);
    const id = randomId('ofq');
    await world.queue({ upload_id: uploadId }, { newId: () => id });
    expect(await without(uploadId, id)).toMatchObject({ id });
  });
});
