import { expect, test } from 'vitest';
import { readWebhooks } from '#lib/domain/webhooks/webhook-repository.ts';
import { aWebhookWorld } from '../../../support/webhook-world.ts';

test('a webhook is found among any number of deleted ones, which are remembered for days', async () => {
  const { table, deps, register } = await aWebhookWorld();
  const { id } = await register();
  const tenant = 'prj_a.live';
  // In the order of ids they come before it.
  const tombs = Array.from({ length: 1_001 }, (_, at) => `whk_!${at}`);
  const deletedAt = deps.now().toISOString();
  await Promise.all(tombs.map((sk) => table.putNew({ pk: `${tenant}/webhooks`, sk, deletedAt })));
  expect((await readWebhooks(table, tenant)).map((webhook) => webhook.id)).toEqual([id]);
});
