import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeList } from '../../transcriptions/list.contract.ts';

const { world } = await startWorld();
const send = atPlayground('GET /api/platform/v1/projects/{project_id}/transcriptions');
await describeList(send);

test('200 lists jobs with their file names, first words and the hints of the keys that queued them', async () => {
  const by = await world.aCustomer();
  await world.aFailedJob(by, 'live', { filename: 'call.mp3' });
  world.clock.now = new Date(world.clock.now.getTime() + 1_000);
  await world.aCompletedJob(by);
  const { body } = await send(world, { by, query: {} });
  const api_key_hint = expect.stringMatching(/^es_live_\w{4}…$/);
  expect(body.data).toMatchObject([
    { status: 'completed', filename: null, first_words: 'hello', api_key_hint },
    { status: 'failed', filename: 'call.mp3', first_words: null, api_key_hint },
  ]);
});

test('200 shows neither the name nor the text of a deleted job', async () => {
  const by = await world.aCustomer();
  const id = await world.aCompletedJob(by);
  await world.call('DELETE /v1/transcriptions/{transcription_id}', {
    as: by.live,
    params: { transcription_id: id },
  });
  const { body } = await send(world, { by, query: { include: 'deleted' } });
  expect(body.data).toMatchObject([{ id, filename: null, first_words: null }]);
});
