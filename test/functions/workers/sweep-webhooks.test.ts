import { beforeEach, expect, test } from 'vitest';
import { createHandler } from '#functions/workers/sweep-webhooks.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { aWebhookWorld, minute, type WebhookWorld } from '../../support/webhook-world.ts';

let world: WebhookWorld;
beforeEach(async () => {
  world = await aWebhookWorld();
});

test('an event whose message was lost is sent again', async () => {
  await world.register();
  const event = await world.happen({ silently: true });
  world.clock.now = new Date(world.clock.now.getTime() + minute);
  await createHandler(world.deps)({}, lambdaContext);
  expect(world.mail).toMatchObject([{ message: { kind: 'event', eventId: event.id } }]);
});

test.each([
  [39_999, 1],
  [40_000, 0],
])(
  '%i ms after a sweep began it still sends %i messages, and the rest is left to the next one',
  async (ms, sent) => {
    await world.happen({ silently: true });
    const begunAt = world.clock.now.getTime() + minute;
    let calls = 0;
    const now = () => {
      calls += 1;
      return new Date(calls === 1 ? begunAt : begunAt + ms);
    };
    await createHandler({ ...world.deps, now })({}, lambdaContext);
    expect(world.mail).toHaveLength(sent);
  },
);
