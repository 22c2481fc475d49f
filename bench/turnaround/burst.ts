import { seeded } from '../../test/simulator/random.ts';
import { print } from '../figure.ts';
import { percentile, randomAudio, seconds } from './audio.ts';
import { awsOf } from './parameters.ts';
import { runJob, runJobs } from './pipeline.ts';
import type { Stages } from './stages.ts';

const jobs = 1_000;
const jobMinutes = 1;
const longMinutes = 300;
/** Concurrent executions of the account. Earshot needs about 160. */
const accounts = [200, 1_000, 10_000];

/** Predicts a burst of a thousand jobs of one project, and one of five hours of another project among them. */
export const printBurst = (stages: Stages): void => {
  for (const account of accounts) {
    const short = Array.from({ length: jobs }, (_, job) => randomAudio(jobMinutes, stages, job));
    const burst = short.map((audio) => ({ ...audio, project: 'burst' }));
    const long = { ...randomAudio(longMinutes, stages, jobs), project: 'other' };
    const middle = jobs / 2;
    const among = burst.toSpliced(middle, 0, long);
    const tookMs = runJobs(among, stages, awsOf(account), seeded(1)).turnarounds.map(
      (job) => job.completedMs,
    );
    const alone = runJob(long, stages, awsOf(account), seeded(1));
    const all = tookMs.toSpliced(middle, 1);
    const value = {
      short_p50: seconds(percentile(all, 0.5)),
      short_p95: seconds(percentile(all, 0.95)),
      short_last: seconds(Math.max(...all)),
      five_hours: seconds(tookMs[middle] ?? Number.NaN),
      five_hours_alone: seconds(alone.completedMs),
    };
    print({
      figure: `${jobs} jobs of a minute and one of 5 h at once, account limit ${account}, warm`,
      value,
      unit: 's',
    });
  }
};
