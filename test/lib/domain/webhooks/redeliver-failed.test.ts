import { beforeEach, expect, test } from 'vitest';
import { redeliverFailed } from '#lib/domain/webhooks/redeliver-failed.ts';
import { resumeWebhook } from '#lib/domain/webhooks/resume.ts';
import { webhookKey } from '#lib/domain/webhooks/webhook.ts';
import { readWebhook } from '#lib/domain/webhooks/webhook-repository.ts';
import { assigning } from '#lib/platform/aws/table.ts';
import { aWebhookWorld, type WebhookWorld } from '../../../support/webhook-world.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await aWebhookWorld();
});

const earlier = '2026-11-18T00:00:00.000Z';
const later = '2026-11-19T00:00:00.000Z';
const ask = (id: string, since: string, table = world.deps.table) =>
  redeliverFailed({ ...world.deps, table }, world.ref(id), { since });

/**
 * Requests the deliveries that failed since a time. The first of `happenings` runs after the first update of the webhook, and
 * so on.
 */
const askWhile = (id: string, since: string, happenings: readonly ((id: string) => Promise<unknown>)[]) => {
  const { table } = world.deps;
  const left = [...happenings];
  const update: typeof table.update = async (change) => {
    const outcome = await table.update(change);
    if (change.key.sk === id) await left.shift()?.(id);
    return outcome;
  };
  return ask(id, since, { ...table, update });
};
const resume = (id: string) => resumeWebhook(world.deps, world.ref(id));
const stateOf = (id: string) => readWebhook(world.table, world.ref(id));

test('what failed is restarted when it is asked for as the restart of more has just ended', async () => {
  const { id } = await world.register();
  await ask(id, earlier);
  expect(await askWhile(id, later, [resume])).toEqual({ since: later });
  expect(await stateOf(id)).toMatchObject({ restartFailedSince: later });
});

test('what failed is restarted with more that another request asks for as an earlier restart has just ended', async () => {
  const { id } = await world.register();
  await ask(id, earlier);
  expect(await askWhile(id, later, [resume, () => ask(id, earlier)])).toEqual({ since: later });
  expect(await stateOf(id)).toMatchObject({ restartFailedSince: earlier });
});

test.each<[string, string, (id: string) => Promise<unknown>]>([
  ['disabled', 'invalid_state', (id) => world.change(id, { status: 'disabled' })],
  ['deleted', 'not_found', (id) => world.remove(id)],
])('what failed is not restarted when the webhook is %s meanwhile: %s', async (_, type, happens) => {
  const { id } = await world.register();
  await ask(id, earlier);
  await expect(askWhile(id, later, [happens])).rejects.toMatchObject({ type });
});

test.each([earlier, later])(
  'a restart that is half done begins anew when what failed since %s is asked for, which includes what failed meanwhile',
  async (since) => {
    const { id } = await world.register();
    await ask(id, earlier);
    await world.table.update({ key: webhookKey(world.ref(id)), ...assigning({ resumedTo: 'dlv_half' }) });
    await ask(id, since);
    const { restartFailedSince, resumedTo } = (await stateOf(id)) ?? {};
    expect({ restartFailedSince, resumedTo }).toEqual({ restartFailedSince: earlier });
  },
);

/** A worker resumes the webhook. After it has read the deliveries, something happens in the millisecond in which it became due. */
const resumeWhile = (id: string, happens: () => Promise<unknown>) => {
  const { table } = world.deps;
  const query: typeof table.query = async (input) => {
    const page = await table.query(input);
    await happens();
    return page;
  };
  return resumeWebhook({ ...world.deps, table: { ...table, query } }, world.ref(id));
};

test.each<[string, (id: string) => Promise<unknown>]>([
  ['less', (id) => ask(id, later)],
  [
    'what waits',
    async (id) => {
      await world.change(id, { status: 'disabled' });
      await world.change(id, { status: 'enabled' });
    },
  ],
])(
  'what failed is restarted when it is asked for in the millisecond in which a restart of %s was asked for, and which a worker ends',
  async (_, happened) => {
    const { id } = await world.register();
    await happened(id);
    await resumeWhile(id, () => ask(id, earlier));
    expect(await stateOf(id)).toMatchObject({ restartFailedSince: earlier });
  },
);
