import { expect, test } from 'vitest';
import { newFairQueue } from '../../../bench/turnaround/fair-queue.ts';
import { aws, type Deployment } from '../../../bench/turnaround/parameters.ts';
import { runJobs } from '../../../bench/turnaround/pipeline.ts';
import type { Stages } from '../../../bench/turnaround/stages.ts';
import { seeded } from '../../support/random.ts';

const stages: Stages = {
  chunks: [],
  callMs: { getAudio: 4, putAudio: 5, getText: 3, putText: 3, sqsSend: 2, dynamoDb: 3 },
  mergeMs: 1,
  mainThread: { getText: 0.6, merge: 0.6 },
  planMs: 1,
  decoderMs: 60,
  coldMs: { split: 200, recognize: 600, finish: 200 },
};
const short = { chunks: [{ spanMs: 30_000, decodeMs: 0, cutMs: 500, recognizeMs: 500 }], bytes: 1_000 };
const burst = Array.from({ length: 60 }, () => ({ ...short, project: 'burst' }));
const slowest = (jobs: Parameters<typeof runJobs>[0], changes: Partial<Deployment> = {}): number =>
  Math.max(
    ...runJobs(jobs, stages, { ...aws, ...changes }, seeded(1)).turnarounds.map((job) => job.completedMs),
  );

test('a project that queues more files that are cut as one than its share waits, and less with a larger share', () => {
  const small = slowest(burst, { partMs: Infinity, splitShare: 1 });
  expect(small).toBeGreaterThan(60 * 500 * aws.slowdown);
  expect(slowest(burst, { partMs: Infinity, splitShare: 30 })).toBeLessThan(small / 4);
});

test('short files wait for no share', () => {
  expect(slowest(burst, { splitShare: 1 })).toBe(slowest(burst, { splitShare: 60 }));
});

test('a job of another project does not wait for the jobs of a burst', () => {
  const among = runJobs([...burst, { ...short, project: 'other' }], stages, aws, seeded(1)).turnarounds;
  expect(among.at(-1)?.completedMs).toBeLessThan(1.5 * slowest([short]));
});

test('a fair queue serves the project with the fewest messages at work first, and each in order', () => {
  const queue = newFairQueue<{ project: string; n: number }>();
  for (const n of [1, 2, 3]) queue.add({ project: 'a', n });
  const first = queue.take();
  queue.add({ project: 'b', n: 4 });
  expect([first?.n, queue.take()?.n, queue.take()?.n]).toEqual([1, 4, 2]);
  if (first) queue.done(first);
  queue.add({ project: 'b', n: 5 });
  expect([queue.take()?.n, queue.take()?.n, queue.take()]).toEqual([3, 5, undefined]);
});
