import { beforeEach, expect, test } from 'vitest';
import { createHandler } from '#functions/workers/split-waiting.ts';
import { minPlannedBytes } from '#lib/domain/uploads/receive-upload.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { startProtocol } from '../../support/start-protocol.ts';
import { queueEvent } from '../../support/queue-event.ts';

const world = await startProtocol();
beforeEach(() => {
  Object.assign(world.script, { parts: 7, share: 10, body: Buffer.from('bytes') });
});

/** A helper that gets all messages of the split queue. Returns the messages that it removed. */
const help = async () => {
  const { Records: waiting } = queueEvent(...world.queues.split.splice(0).map((body) => ({ body })));
  const left = [...waiting];
  const removed: string[] = [];
  await createHandler({
    ...world.deps,
    stage: world.stages.split,
    receive: async () => left.shift(),
    remove: async (receiptHandle) => void removed.push(receiptHandle),
  })({}, lambdaContext);
  return { waiting, removed };
};

test('a helper cuts the parts that wait, and their job is completed', async () => {
  const job = await world.queueUploaded();
  await world.splitWaiting();
  const { waiting, removed } = await help();
  expect(waiting).toHaveLength(7);
  expect(removed).toHaveLength(7);
  await world.run();
  expect(await world.view(job)).toMatchObject({ status: 'completed', audio_ms: 420_000 });
});

test('a helper that finds a whole recording of a project without a free permit leaves it for later', async () => {
  Object.assign(world.script, { share: 0, body: Buffer.alloc(minPlannedBytes) });
  const job = await world.queueUploaded();
  await help();
  expect(world.queues.split).toEqual([job]);
  expect(await world.view(job)).toMatchObject({ status: 'queued' });
});
