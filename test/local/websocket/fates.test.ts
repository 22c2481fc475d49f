import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Fate } from '#local/websocket/fates.ts';
import { openWorld } from './world.ts';

const fates: Record<string, Fate> = {
  '"late"': { delaysMs: [50], breaks: false },
  '"twice"': { delaysMs: [0, 10], breaks: false },
  '"never"': { delaysMs: [], breaks: false },
  '"last"': { delaysMs: [0], breaks: true },
};
let world: Awaited<ReturnType<typeof openWorld>>;
beforeEach(async () => {
  world = await openWorld(({ body }) => fates[body] ?? { delaysMs: [0], breaks: false });
});
afterEach(() => world.stop());

test('messages in both directions arrive as a fault test wants, and connections break', async () => {
  const { socket, messages, closed, connectionId } = await world.connect();
  const bodies = () => world.eventsOf('default').map(({ body }) => body);
  for (const body of Object.keys(fates).slice(0, 3)) {
    socket.send(body);
    await world.call('POST', connectionId, body);
  }
  await expect.poll(() => world.waiting().filter((ms) => ms < 100)).toHaveLength(6);
  world.advance(20);
  await expect.poll(() => messages).toEqual(['twice', 'twice']);
  world.advance(50);
  await expect.poll(() => messages).toEqual(['twice', 'twice', 'late']);
  expect(bodies()).toEqual(['"twice"', '"twice"', '"late"']);
  socket.send('"last"');
  expect(await closed).toMatchObject({ code: 1006 });
  world.advance(0);
  await expect.poll(() => bodies().at(-1)).toBe('"last"');
  await expect.poll(() => world.eventsOf('disconnect')).toHaveLength(1);
});

test('the service closes a connection after the messages that it sent before', async () => {
  const { messages, closed, connectionId } = await world.connect();
  await world.call('POST', connectionId, '"late"');
  await world.call('DELETE', connectionId);
  world.advance(49);
  expect(messages).toEqual([]);
  world.advance(1);
  expect(await closed).toMatchObject({ code: 1000 });
  expect(messages).toEqual(['late']);
});
