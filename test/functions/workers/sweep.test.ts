import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createHandler } from '#functions/workers/sweep.ts';
import { firstSweepMs, maxJobAgeMs } from '#lib/domain/transcriptions/timing.ts';
import { lambdaContext } from '../../support/http-event.ts';
import { watchLog } from '../../support/log-lines.ts';
import { aWorld } from '../../support/protocol-world.ts';

let world: Awaited<ReturnType<typeof aWorld>>;
let watched: ReturnType<typeof watchLog>;
beforeAll(async () => {
  world = await aWorld();
});
beforeEach(() => {
  watched = watchLog();
  for (const queue of Object.values(world.queues)) queue.length = 0;
});

const sweepAfter = async (ms: number, deps = world.deps): Promise<void> => {
  world.clock.now = world.later(ms);
  await createHandler(deps)({}, lambdaContext);
};

test('a job whose message was lost is sent again and logged with the id of the request that queued it', async () => {
  const job = await world.queueUploaded();
  world.queues.split.length = 0;
  await sweepAfter(firstSweepMs);
  expect(world.queues.split).toEqual([job]);
  expect(watched.of('sweep.finished')).toMatchObject([
    { due: 1, handled: 1, duration_ms: expect.any(Number), function_request_id: 'invocation-7' },
  ]);
  await world.run();
});

test('one job that cannot be sent does not stop the others, and is named in its log line', async () => {
  const first = await world.queueUploaded();
  const second = await world.queueUploaded();
  world.queues.split.length = 0;
  await sweepAfter(firstSweepMs, {
    ...world.deps,
    sendSplit: async (message) => {
      if (message.id === first.id) throw new Error('SQS is down.');
      await world.deps.sendSplit(message);
    },
  });
  expect(world.queues.split).toEqual([second]);
  expect(watched.of('sweep.item_failed')).toMatchObject([
    { project_id: 'prj_a', mode: 'live', transcription_id: first.id, request_id: 'request-7' },
  ]);
  await world.run();
});

test('the jobs of an outage are sent again side by side, each once', async () => {
  const jobs = await Promise.all(Array.from({ length: 20 }, () => world.queueUploaded()));
  world.queues.split.length = 0;
  const atOnce = 8;
  let open = 0;
  let most = 0;
  const allOpen = Promise.withResolvers<void>();
  await sweepAfter(firstSweepMs, {
    ...world.deps,
    sendSplit: async (message) => {
      open += 1;
      most = Math.max(most, open);
      if (open === atOnce) allOpen.resolve();
      await allOpen.promise;
      open -= 1;
      await world.deps.sendSplit(message);
    },
  });
  expect(most).toBe(atOnce);
  const ids = world.queues.split.map((message) => message.id);
  expect(ids.toSorted()).toEqual(jobs.map(({ id }) => id).toSorted());
  await world.run();
});

test('a job that is not done within a day fails', async () => {
  const job = await world.queueUploaded();
  await sweepAfter(maxJobAgeMs + 1);
  expect(await world.view(job)).toMatchObject({ status: 'failed', error: { type: 'processing_timeout' } });
});
