import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const get = (id: string, as = customer.live) =>
  world.call('GET /v1/transcriptions/{transcription_id}/ledger', { as, params: { transcription_id: id } });

test('200 has what a completed job held, gave back and paid, and of a failed one that it gave back all', async () => {
  const done = await get(await world.aCompletedJob(customer));
  const paid = { kind: 'charge', amount_usd: '-0.000100', at: expect.any(String) };
  expect([done.status, done.body.data.at(-1)]).toEqual([200, paid]);
  const failed = (await get(await world.aFailedJob(customer))).body.data;
  expect(failed.map(({ kind }: any) => kind)).toEqual(['hold', 'release']);
  for (const { data, sum } of [
    { data: done.body.data, sum: -0.0001 },
    { data: failed, sum: 0 },
  ])
    expect(data.reduce((all: number, line: any) => all + Number(line.amount_usd), 0)).toBeCloseTo(sum, 7);
});

test('200 in test mode has nothing, because nothing is paid', async () => {
  const { body } = await get(await world.aCompletedJob(customer, 'test'), customer.test);
  expect(body).toMatchObject({ mode: 'test', data: [] });
});
