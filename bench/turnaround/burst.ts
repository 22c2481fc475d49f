import { seeded } from '../../test/support/random.ts';
import { print } from '../support/figure.ts';
import { quantiles } from '../support/quantiles.ts';
import { rounded } from '../support/numbers.ts';
import { randomAudio, seconds } from './audio.ts';
import { awsOf } from './parameters.ts';
import { type Job, runJobs } from './pipeline.ts';
import type { Stages } from './stages.ts';

const jobs = 1_000;
const jobMinutes = 1;
const longMinutes = 300;
/** Jobs of one chunk, in a project that the burst should not affect. */
const neighbourJobs = 600;
const neighbourEveryMs = 500;
const maxNoticed = 1.5;
/** Concurrent executions of the account. Earshot needs about 160. */
const accounts = [200, 1_000, 10_000];

/** The durations of a project's jobs. */
type TookMs = (project: string) => readonly number[];

const printBurstAndLong = (beside: TookMs, alone: TookMs, where: string): void => {
  const burst = beside('burst');
  const { p50, p95 } = quantiles(burst);
  print({
    figure: `${jobs} jobs of a minute and one of 5 h at once, ${where}`,
    value: {
      short_p50: seconds(p50),
      short_p95: seconds(p95),
      short_last: seconds(Math.max(...burst)),
      five_hours: seconds(Math.max(...beside('long'))),
      five_hours_alone: seconds(Math.max(...alone('long'))),
    },
    unit: 's',
  });
};

const printNeighbour = (beside: TookMs, alone: TookMs, where: string): void => {
  const duringBurst = Math.ceil(Math.max(...beside('burst')) / neighbourEveryMs);
  const noticed = quantiles(beside('neighbour').slice(0, duringBurst));
  const unnoticed = quantiles(alone('neighbour').slice(0, duringBurst));
  const ratio = rounded(noticed.p95 / unnoticed.p95);
  print({
    figure: `jobs of another project beside them, ${where}`,
    value: {
      alone_p50: seconds(unnoticed.p50),
      alone_p95: seconds(unnoticed.p95),
      beside_p50: seconds(noticed.p50),
      beside_p95: seconds(noticed.p95),
      jobs: noticed.count,
      ratio,
    },
    unit: 's',
    target: `p95 at most ${maxNoticed} of that alone`,
    pass: ratio <= maxNoticed,
  });
};

/**
 * Predicts a burst of a thousand jobs of one project, with one job of five hours of another project among them. Also predicts
 * the jobs of a third project during the burst.
 */
export const printBurst = (stages: Stages): void => {
  const ofProject = (project: string, count: number, job: (index: number) => Job) =>
    Array.from({ length: count }, (_, index) => ({ ...job(index), project }));
  const burst = ofProject('burst', jobs, (index) => randomAudio(jobMinutes, stages, index));
  const long = ofProject('long', 1, () => randomAudio(longMinutes, stages, jobs));
  const neighbour = ofProject('neighbour', neighbourJobs, (index) => ({
    ...randomAudio(1 / 60, stages, index),
    atMs: neighbourEveryMs * index,
  }));
  for (const account of accounts) {
    const tookMs = (some: typeof burst): TookMs => {
      const { turnarounds } = runJobs(some, stages, awsOf(account), seeded(1));
      return (project) =>
        turnarounds.filter((_, i) => some[i]?.project === project).map(({ completedMs }) => completedMs);
    };
    const beside = tookMs([...burst, ...long, ...neighbour]);
    const where = `account limit ${account}, warm`;
    printBurstAndLong(beside, tookMs(long), where);
    printNeighbour(beside, tookMs(neighbour), where);
  }
};
