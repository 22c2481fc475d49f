import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';
import { byKey } from '../../../support/transcription-send.ts';
import { describeUploads } from '../../uploads/create.contract.ts';

const route = 'POST /v1/transcription-uploads';
const given = await startWorld();
await describeUploads(byKey(route));

test('the same Idempotency-Key is the same grant for every key of a project', async () => {
  const { world, customer } = given;
  const ask = { body: { content_type: 'audio/mpeg' }, headers: { 'idempotency-key': 'one-key-two-callers' } };
  const first = await world.call(route, { as: customer.live, ...ask });
  const second = await world.call(route, { as: await world.aKey(customer, 'live'), ...ask });
  expect([second.status, second.body.id]).toEqual([201, first.body.id]);
});
