import { expect, test } from 'vitest';
import { startWorld } from '../../../support/start-world.ts';
import { atPlayground } from '../../../support/transcription-send.ts';
import { describeTranscript } from '../../transcriptions/get-transcript.contract.ts';

const given = await startWorld();
const send = atPlayground(
  'GET /api/platform/v1/projects/{project_id}/transcriptions/{transcription_id}/transcript',
);
await describeTranscript(send);

test.each([
  ['call.of monday.mp3', { format: 'srt' }, 'filename="call.of monday.srt"'],
  ['Gespräch.mp3', {}, `filename="Gespr_ch.txt"; filename*=UTF-8''Gespr%C3%A4ch.txt`],
  ['a"; x="../b.mp3', {}, `filename="a__ x__.._b.txt"; filename*=UTF-8''a%22%3B%20x%3D%22.._b.txt`],
])('the text of %s is downloaded under the name of its recording: %j', async (filename, query, expected) => {
  const { world, customer: by } = given;
  const id = await world.aJob(by, 'live', { filename });
  await world.complete(by, id);
  const { headers } = await send(world, { by, id, query });
  expect(headers.get('content-disposition')).toBe(`attachment; ${expected}`);
});

test('the text of a recording without a name is downloaded under the id of its job', async () => {
  const { world, customer: by } = given;
  const id = await world.aCompletedJob(by);
  const { headers } = await send(world, { by, id });
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${id}.txt"`);
});
