import { expect, test } from 'vitest';
import { resultKey } from '#lib/domain/transcriptions/keys.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { startWorld } from '../../support/start-world.ts';
import type { Send } from '../../support/transcription-send.ts';

/** The responses of the routes that delete a job, in the API and in the playground. */
export const describeDelete = async (send: Send): Promise<void> => {
  const { world, customer: by } = await startWorld();
  test('204 erases the text of a completed job; a second DELETE changes nothing', async () => {
    const id = await world.aCompletedJob(by);
    const key = resultKey({ tenant: tenantOf(by.projectId, 'live'), id });
    expect(world.results.objects.has(key)).toBe(true);
    const remove = async () => (await send(world, { by, id })).status;
    expect([await remove(), await remove()]).toEqual([204, 204]);
    expect(world.results.objects.has(key)).toBe(false);
  });

  test.each(['live', 'test'] as const)(
    '204 cancels an unfinished %s job uncharged, and queues its webhook event',
    async (mode) => {
      const id = await world.aJob(by, mode);
      world.sent.webhook.length = 0;
      expect((await send(world, { by, mode, id })).status).toBe(204);
      expect(await world.find(by, id, mode)).toMatchObject({ status: 'canceled', billedMicroUsd: 0 });
      expect(world.sent.webhook).toMatchObject([{ kind: 'event', tenant: tenantOf(by.projectId, mode) }]);
    },
  );

  test('404 for a malformed id', async () => {
    expect((await send(world, { by, id: 'x' })).status).toBe(404);
  });
};
