import { expect, test } from 'vitest';
import { seeded } from '../../../support/random.ts';
import {
  answers,
  aWebhookWorld,
  day,
  hour,
  minute,
  silence,
  type WebhookWorld,
} from '../../../support/webhook-world.ts';

type Story = { readonly world: WebhookWorld; readonly wanted: ReadonlyMap<string, readonly string[]> };

/** Runs events with all kinds of timing for two receivers: one fails at first, and one is disabled for a while. */
const runStory = async (arrange: (world: WebhookWorld) => void): Promise<Story> => {
  const world = await aWebhookWorld();
  const urls = ['https://bad.example/', 'https://off.example/'];
  const ids: string[] = [];
  for (const url of urls) ids.push((await world.register(url)).id);
  const off = ids[1] ?? '';
  const met = new Set<string>();
  world.script.answer = async ({ url, headers }) => {
    const key = `${url} ${headers['webhook-id']}`;
    const isFirst = !met.has(key);
    met.add(key);
    return url.includes('bad') && isFirst ? answers(503) : answers(200);
  };
  await world.change(off, { status: 'disabled' });
  world.resetCalls();
  arrange(world);
  const first = await world.happen();
  await world.pass(5 * minute);
  // A client that gets no response retries.
  const enable = async (): Promise<void> => void (await world.change(off, { status: 'enabled' }));
  if (!(await world.run(enable))) await world.run(enable);
  const second = await world.happen({ silently: true });
  await world.pass(day);
  return { world, wanted: new Map(urls.map((url) => [url, [first.id, second.id]])) };
};

const isKept = async ({ world, wanted }: Story): Promise<void> => {
  for (const [url, events] of wanted) {
    const got = world.received.filter((one) => one.url === url).map(({ headers }) => headers['webhook-id']);
    expect(new Set(got)).toEqual(new Set(events));
  }
  const { items } = await world.table.query({
    where: 'pk = :webhooks',
    values: { ':webhooks': 'prj_a.live/webhooks' },
    limit: 10,
  });
  for (const { sk, due_at } of items) {
    expect(due_at).toBeUndefined();
    const deliveries = await world.deliveries(String(sk));
    expect(deliveries.map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  }
  const { items: due } = await world.table.query({
    index: 'due',
    where: 'due_shard = :shard',
    values: { ':shard': 'webhooks-0' },
    limit: 10,
  });
  expect(due).toEqual([]);
};

test(
  'nothing is lost when a worker dies before or after any of its calls',
  { timeout: 600_000 },
  async () => {
    const smooth = await runStory(() => {});
    const calls = smooth.world.callsSoFar();
    await isKept(smooth);
    for (let call = 1; call <= calls; call += 1) {
      for (const phase of ['before', 'after'] as const) {
        const story = await runStory(({ script }) => {
          script.dies = { call, phase };
        });
        await isKept(story).catch((error: unknown) => {
          throw new Error(`A worker died ${phase} call ${call}.`, { cause: error });
        });
      }
    }
  },
);

test('when every other message is lost, the sweeper delivers everything', async () => {
  const story = await runStory(({ script }) => {
    script.losesMail = (bySweeper) => !bySweeper;
  });
  await isKept(story);
});

test(
  'every event is delivered in the end, in spite of random crashes, losses and failures',
  { timeout: 600_000 },
  async () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const random = seeded(seed);
      const story = await runStory((world) => {
        const { script, deps } = world;
        const calm = world.clock.now.getTime() + hour;
        const strikes = (share: number) => world.clock.now.getTime() < calm && random.chance(share);
        script.losesMail = () => strikes(0.3);
        const { answer } = script;
        script.answer = async (one) =>
          strikes(0.4) ? random.pick(answers(500), answers(302), silence('timeout')) : answer(one);
        const { decrypt } = deps;
        deps.decrypt = async (...args) => {
          if (strikes(0.1))
            script.dies = {
              call: world.callsSoFar() + random.between(1, 4),
              phase: random.pick('before', 'after'),
            };
          return decrypt(...args);
        };
      });
      await isKept(story).catch((error: unknown) => {
        throw new Error(`Seed ${seed}.`, { cause: error });
      });
    }
  },
);

test(
  "hundreds of events during a day's outage of the receiver are all delivered after it",
  { timeout: 600_000 },
  async () => {
    const world = await aWebhookWorld();
    await world.register();
    world.script.answer = async () => silence('connect');
    const events = new Set<string>();
    for (let count = 0; count < 300; count += 1) {
      events.add((await world.happen({ silently: count % 10 === 0 })).id);
      if (count % 30 === 29) await world.pass(2.4 * hour);
    }
    expect(events.size).toBe(300);
    world.received.splice(0);
    world.script.answer = async () => answers(200);
    await world.pass(2 * day);
    const got = world.received.map(({ headers }) => headers['webhook-id'] ?? '');
    expect(got).toHaveLength(300);
    expect(new Set(got)).toEqual(events);
  },
);

test('a re-enabled webhook receives everything that it missed', { timeout: 600_000 }, async () => {
  const world = await aWebhookWorld();
  const { id } = await world.register();
  await world.change(id, { status: 'disabled' });
  const events = new Set<string>();
  for (let count = 0; count < 500; count += 1) events.add((await world.happen()).id);
  await world.pass(hour);
  expect(world.received).toEqual([]);
  await world.change(id, { status: 'enabled' });
  await world.pass(3 * minute);
  expect(new Set(world.received.map(({ headers }) => headers['webhook-id']))).toEqual(events);
});
