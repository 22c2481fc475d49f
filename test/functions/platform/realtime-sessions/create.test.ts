import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';

const { world, customer } = await startWorld();
const audio = { format: 'pcm_s16le', sample_rate_hz: 16_000, channels: 1 };
const create = (mode: string, as = customer.person) =>
  world.call('POST /api/platform/v1/projects/{project_id}/realtime/sessions', {
    as,
    params: { project_id: customer.projectId },
    query: { mode },
    body: { audio },
  });

test.each(['live', 'test'])('201 is a session of the project in %s mode with its secret', async (mode) => {
  const { status, body } = await create(mode);
  expect([status, body.mode, body.client_secret.value]).toEqual([
    201,
    mode,
    expect.stringMatching(/^es_rt_/),
  ]);
});

test('201 for WebM with Opus', async () => {
  const answer = await world.call('POST /api/platform/v1/projects/{project_id}/realtime/sessions', {
    as: customer.person,
    params: { project_id: customer.projectId },
    query: { mode: 'live' },
    body: { audio: { format: 'webm_opus' } },
  });
  expect([answer.status, answer.body.audio.format]).toEqual([201, 'webm_opus']);
});

test("404 for a stranger's project", async () => {
  const stranger = await world.aCustomer();
  expect((await create('live', stranger.person)).status).toBe(404);
});
