import { beforeEach, expect, test } from 'vitest';
import type { Table } from '#lib/platform/aws/table.ts';
import { changeWebhook } from '#lib/domain/webhooks/change-webhook.ts';
import { rotateSecret } from '#lib/domain/webhooks/rotate-secret.ts';
import { hintOf } from '#lib/domain/webhooks/sign.ts';
import type { WebhookChange } from '#lib/domain/webhooks/views.ts';
import { aWebhookWorld, type WebhookWorld } from '../../../support/webhook-world.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await aWebhookWorld();
});

/** The table. Something happens once, before or after a transaction. */
const tableWith = (happens: () => Promise<unknown>, phase: 'before' | 'after'): Table => {
  const { table } = world;
  let isPending = true;
  const happen = async (at: 'before' | 'after'): Promise<void> => {
    if (!isPending || at !== phase) return;
    isPending = false;
    await happens();
  };
  return {
    ...table,
    transact: async (writes) => {
      await happen('before');
      const outcome = await table.transact(writes);
      await happen('after');
      return outcome;
    },
  };
};

const changes: readonly WebhookChange[] = [
  { description: 'Production' },
  { status: 'disabled' },
  { status: 'enabled' },
];

test.each(changes.flatMap((change) => (['before', 'after'] as const).map((phase) => ({ change, phase }))))(
  'the change $change of a webhook that is deleted right $phase its write finds no webhook',
  async ({ change, phase }) => {
    const { id } = await world.register();
    if (change.status === 'enabled') await world.change(id, { status: 'disabled' });
    const table = tableWith(() => world.remove(id), phase);
    const changed = changeWebhook({ ...world.deps, table }, world.ref(id), change);
    await expect(changed).rejects.toMatchObject({ type: 'not_found' });
  },
);

test('the rotation of a webhook that is deleted right before its write finds no webhook', async () => {
  const { id } = await world.register();
  const table = tableWith(() => world.remove(id), 'before');
  const rotated = rotateSecret({ ...world.deps, table }, world.ref(id));
  await expect(rotated).rejects.toMatchObject({ type: 'not_found' });
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ['deleted', (id) => world.remove(id)],
  ['rotated again', (id) => world.rotate(id)],
])('a rotation describes its own secret when the webhook is %s right after it', async (_, happens) => {
  const { id } = await world.register();
  const table = tableWith(() => happens(id), 'after');
  const { secret, secret_metadata } = await rotateSecret({ ...world.deps, table }, world.ref(id));
  expect(secret_metadata.hint).toBe(hintOf(secret ?? ''));
});
