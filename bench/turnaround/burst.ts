import { seeded } from '../../test/simulator/random.ts';
import { print } from '../figure.ts';
import { percentile, randomAudio, rounded, seconds } from './audio.ts';
import { awsOf } from './parameters.ts';
import { type Job, runJob, runJobs } from './pipeline.ts';
import type { Stages } from './stages.ts';

const jobs = 1_000;
const jobMinutes = 1;
const longMinutes = 300;
/** Concurrent executions of the account. Earshot needs about 160. */
const accounts = [200, 1_000, 10_000];

/** Jobs of one chunk, of a project that should not notice the burst. */
const neighbourEveryMs = 500;
const neighbourJobs = 600;
const maxNoticed = 1.5;

/**
 * Predicts a burst of a thousand jobs of one project, one of five hours of another project among them, and the jobs of a third
 * project while the burst lasts.
 */
export const printBurst = (stages: Stages): void => {
  const short = Array.from({ length: jobs }, (_, job) => ({
    ...randomAudio(jobMinutes, stages, job),
    project: 'burst',
  }));
  const long = { ...randomAudio(longMinutes, stages, jobs), project: 'long' };
  const neighbours = Array.from({ length: neighbourJobs }, (_, job) => ({
    ...randomAudio(1 / 60, stages, job),
    project: 'neighbour',
    atMs: neighbourEveryMs * job,
  }));
  for (const account of accounts) {
    const completedMs = (some: readonly Job[]): number[] =>
      runJobs(some, stages, awsOf(account), seeded(1)).turnarounds.map((job) => job.completedMs);
    const tookMs = completedMs([...short, long, ...neighbours]);
    const all = tookMs.slice(0, jobs);
    const lastMs = Math.max(...all);
    const where = `account limit ${account}, warm`;
    print({
      figure: `${jobs} jobs of a minute and one of 5 h at once, ${where}`,
      value: {
        short_p50: seconds(percentile(all, 0.5)),
        short_p95: seconds(percentile(all, 0.95)),
        short_last: seconds(lastMs),
        five_hours: seconds(tookMs[jobs] ?? Number.NaN),
        five_hours_alone: seconds(runJob(long, stages, awsOf(account), seeded(1)).completedMs),
      },
      unit: 's',
    });

    const count = neighbours.filter(({ atMs }) => atMs < lastMs).length;
    const beside = tookMs.slice(jobs + 1, jobs + 1 + count);
    const alone = completedMs(neighbours).slice(0, count);
    const ratio = rounded(percentile(beside, 0.95) / percentile(alone, 0.95));
    print({
      figure: `jobs of another project beside them, ${where}`,
      value: {
        ...{ alone_p50: seconds(percentile(alone, 0.5)), alone_p95: seconds(percentile(alone, 0.95)) },
        ...{ beside_p50: seconds(percentile(beside, 0.5)), beside_p95: seconds(percentile(beside, 0.95)) },
        ...{ jobs: count, ratio },
      },
      unit: 's',
      target: `p95 at most ${maxNoticed} of that alone`,
      pass: ratio <= maxNoticed,
    });
  }
};
