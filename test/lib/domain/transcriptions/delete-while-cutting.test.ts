import { beforeEach, expect, test } from 'vitest';
import type { JobRef } from '#lib/domain/transcriptions/transcription.ts';
import { NotInParts } from '#lib/speech/audio/parts/not-in-parts.ts';
import { startProtocol } from '../../../support/start-protocol.ts';
import { wordPerChunkOfPart } from '../../../support/scripted-speech.ts';

const world = await startProtocol();
beforeEach(() => {
  Object.assign(world.script, { parts: 3, cutPart: wordPerPart });
});

type CutPart = typeof world.script.cutPart;
const wordPerPart: CutPart = (_file, place) => wordPerChunkOfPart(2, place);

const noBorder: CutPart = async function* cut(...audio) {
  yield* wordPerPart(...audio);
  throw new NotInParts('No border.');
};

/** The objects of a job in the audio bucket. */
const leftOf = ({ id }: JobRef): string[] =>
  [...world.audio.objects.keys()].filter((key) => key.includes(id));

test('a planner leaves nothing of a job deleted under it', async () => {
  const job = await world.queueUploaded();
  const { store } = world.deps;
  const recordPlan: typeof store.recordPlan = async (...planned) => {
    await world.erase(job);
    await world.audio.put(`work/prj_a.live/${job.id}/heads/1`, 'head', 'application/octet-stream');
    return store.recordPlan(...planned);
  };
  // Runs no worker of a chunk, which would also clean up.
  await world.splitWaiting({ store: { ...store, recordPlan } });
  expect(leftOf(job)).toEqual([]);
});

test.each([
  ['is cut', wordPerPart],
  ['cannot be cut', noBorder],
])('a worker whose part %s leaves nothing of a job deleted under it', async (_, cutPart) => {
  const job = await world.queueUploaded();
  await world.splitWaiting();
  world.script.cutPart = async function* cut(...audio) {
    await world.erase(job);
    await world.audio.put(`work/prj_a.live/${job.id}/1/0100.chunk`, 'chunk', 'application/octet-stream');
    return yield* cutPart(...audio);
  };
  await world.splitWaiting();
  expect(leftOf(job)).toEqual([]);
});
