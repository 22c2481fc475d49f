import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServerEvent } from '#lib/domain/realtime/protocol.ts';
import { receiveMessage } from '#lib/domain/realtime/receive-message.ts';
import { hostileMessages } from '../../../support/hostile-messages.ts';
import { aSessionWorld, bytesPerMs } from '../../../support/session-world.ts';

const seed = 20_261_123;

test('each of 1,000 hostile messages is accepted or refused by its typed error', async () => {
  const world = aSessionWorld();
  const session = await world.live();
  const { tenant, id, connection, createdAt } = session;
  const facts = { ref: { tenant, id }, connection, connectionId: 'c1', requestId: 'request-7' };
  const startedAtMs = Date.parse(createdAt);
  const faults: string[] = [];
  for (const { text, outcome } of fc.sample(hostileMessages, { seed, numRuns: 1_000 })) {
    world.posted.length = 0;
    // Waits before each message, because the rate of messages is limited.
    await world.pass(500);
    await receiveMessage(world.deps, {
      ...facts,
      refusal: undefined,
      startedAtMs,
      bytesPer10Ms: 10 * bytesPerMs,
      text,
    });
    for (const { event } of world.posted) ServerEvent.parse(event);
    const refusals = world.told('error').map(({ error }) => error.type);
    if (refusals.join() !== (outcome === 'accepted' ? '' : outcome))
      faults.push(`${refusals.join()} instead of ${outcome}: ${text.slice(0, 200)}`);
  }
  expect(faults).toEqual([]);
});
