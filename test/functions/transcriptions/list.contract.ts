import { expect, test } from 'vitest';
import { startWorld } from '../../support/start-world.ts';
import type { Send } from '../../support/transcription-send.ts';

/** The responses of the routes that list jobs, in the API and in the playground. */
export const describeList = async (send: Send): Promise<void> => {
  const { world, customer } = await startWorld();
  test('200 lists the jobs of the project in its mode, page by page, each once and newest first', async () => {
    const by = await world.aCustomer();
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      world.clock.now = new Date(world.clock.now.getTime() + 1_000);
      ids.unshift(await world.aJob(by));
    }
    const inTest = await world.aJob(by, 'test');
    const list = async (query: Record<string, string>, mode: 'live' | 'test' = 'live') => {
      const { status, body } = await send(world, { by, query, mode });
      return { status, body, ids: body.data.map(({ id }: { id: string }) => id) };
    };
    const first = await list({ limit: '2' });
    expect([first.status, first.ids, first.body.has_more]).toEqual([200, ids.slice(0, 2), true]);
    const second = await list({ limit: '2', cursor: first.body.next_cursor });
    expect([second.ids, second.body.has_more, second.body.next_cursor]).toEqual([ids.slice(2), false, null]);
    expect((await list({}, 'test')).ids).toEqual([inTest]);
  });

  test('200 lists the jobs of one status', async () => {
    const by = await world.aCustomer();
    const failed = await world.aFailedJob(by);
    await world.aJob(by);
    const { body } = await send(world, { by, query: { status: 'failed' } });
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([failed]);
  });

  test('200 lists the jobs that carry an id of the caller', async () => {
    const by = await world.aCustomer();
    const meant = await world.aJob(by, 'live', { client_reference_id: 'call-42' });
    await world.aJob(by, 'live', { client_reference_id: 'call-43' });
    await world.aJob(by);
    const { body } = await send(world, { by, query: { client_reference_id: 'call-42' } });
    expect(body.data).toMatchObject([{ id: meant, client_reference_id: 'call-42' }]);
  });

  test.each([
    { limit: '0' },
    { limit: '101' },
    { cursor: 'x' },
    { status: 'lost' },
    { client_reference_id: '' },
  ])('400 for %j', async (query) => {
    expect((await send(world, { by: customer, query })).status).toBe(400);
  });
};
