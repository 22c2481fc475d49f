import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();

test('200 has the ledger of a job of the mode that is asked for, and another mode has no such job', async () => {
  const id = await world.aCompletedJob(customer);
  const get = (mode: string) =>
    world.call('GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/ledger', {
      as: customer.person,
      params: { project_id: customer.projectId, transcription_id: id },
      query: { mode },
    });
  const { status, body } = await get('live');
  expect([status, body]).toMatchObject([200, { transcription_id: id, mode: 'live' }]);
  expect(body.data.at(-1)).toMatchObject({ kind: 'charge' });
  expect((await get('test')).status).toBe(404);
});
