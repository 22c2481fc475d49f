import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world } = await startWorld();

test('200 is the AsyncAPI document, for anybody', async () => {
  const { status, body } = await world.call('GET /v1/asyncapi.json');
  expect([status, body.asyncapi]).toEqual([200, '3.0.0']);
});
