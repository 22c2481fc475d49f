import { expect, test } from 'vitest';
import type { Key } from '#lib/platform/aws/table.ts';
import { readWebhooks } from '#lib/domain/webhooks/webhook-repository.ts';
import { aWebhookWorld } from '../../../support/webhook-world.ts';

test('reading the webhooks of a project takes no longer for those that were deleted, which are remembered for days', async () => {
  const { table, register, remove } = await aWebhookWorld();
  const first = await register();
  for (let deleted = 0; deleted < 30; deleted += 1) await remove((await register()).id);
  const second = await register();
  let reads = 0;
  const get = (key: Key) => {
    reads += 1;
    return table.get(key);
  };
  const found = await readWebhooks({ get }, 'prj_a.live');
  expect(found.map(({ id }) => id)).toEqual([first.id, second.id]);
  expect(reads).toBe(3);
});

test('the webhooks of a project are read in the order of their registration', async () => {
  const { table, register, clock } = await aWebhookWorld();
  const registered = new Map<number, string>();
  for (const minutes of [2, 0, 1]) {
    clock.now = new Date(Date.UTC(2026, 10, 20, 10, minutes));
    registered.set(minutes, (await register()).id);
  }
  const found = await readWebhooks(table, 'prj_a.live');
  expect(found.map(({ id }) => id)).toEqual([0, 1, 2].map((minutes) => registered.get(minutes)));
});
