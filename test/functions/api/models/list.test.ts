import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 has auto and the models of the deployment, with the second in which each was published', async () => {
  const { status, body } = await world.call('GET /v1/models', { as: customer.live });
  const created = Date.parse('2024-10-21') / 1_000;
  const model = { object: 'model', created };
  expect([status, body]).toEqual([
    200,
    {
      object: 'list',
      data: [
        { id: 'auto', ...model, owned_by: 'earshot' },
        { id: 'moonshine-tiny', ...model, owned_by: 'moonshine' },
      ],
    },
  ]);
});
