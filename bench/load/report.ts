import { loadavg } from 'node:os';
import { print } from '../support/figure.ts';
import { rounded, sum } from '../support/numbers.ts';
import { quantiles } from '../support/quantiles.ts';
import type { Job } from './jobs.ts';
import type { Turnaround } from './neighbour.ts';
import { quarters, type Snapshot } from './snapshot.ts';

type Span = { readonly fromMs: number; readonly toMs: number };
export type Run = Span & {
  readonly jobs: readonly Job[];
  readonly lost: readonly Job[];
  /** The processor time of the functions. */
  readonly cpuMs: number;
  /** The number of functions that were killed. */
  readonly kills: number;
};
type Measured = {
  readonly firsts: readonly Run[];
  readonly all: Run;
  readonly alone: readonly Turnaround[];
  readonly beside: readonly Turnaround[];
  readonly outages: readonly Span[];
  readonly snapshots: readonly Snapshot[];
  readonly kills: number;
  readonly wrong: number;
};

const maxGrowth = 1.1;
const slack = 2;

const secondsOf = ({ fromMs, toMs }: Span): number => Math.round((toMs - fromMs) / 1_000);

export const report = (measured: Measured): void => {
  const { firsts, all, alone, beside, outages, snapshots, kills, wrong } = measured;
  const lost = sum([...firsts, all], (run) => run.lost.length);
  print({
    figure: 'jobs while functions and the stack are killed',
    value: {
      jobs: all.jobs.length,
      seconds: secondsOf(all),
      kills,
      power_cuts: outages.length,
      lost,
      wrong,
      load_average: Math.round(loadavg()[0] ?? 0),
    },
    unit: 'jobs, s',
    target: '0 lost, 0 wrong',
    pass: lost + wrong === 0,
  });

  const besideIn = (run: Span): Turnaround[] =>
    beside.filter(({ fromMs, toMs }) => fromMs > run.fromMs && toMs < run.toMs);
  /** The processor time of a job in some runs. The functions worked for the other project, too. */
  const perJobIn = (runs: readonly Run[]): number =>
    sum(runs, ({ cpuMs }) => cpuMs) / sum(runs, (run) => run.jobs.length + besideIn(run).length);
  const perJob = perJobIn(firsts);
  const perJobOfMany = perJobIn([all]);
  const ratio = rounded(perJobOfMany / perJob, 3);
  print({
    figure: `processor time of a job among ${firsts[0]?.jobs.length} and among ${all.jobs.length}`,
    value: {
      few: Math.round(perJob),
      many: Math.round(perJobOfMany),
      ratio,
      runs_of_few: firsts.length,
      kills_of_few: sum(firsts, (run) => run.kills),
      kills_of_many: all.kills,
    },
    unit: 'ms',
    target: '0.9 to 1.1',
    pass: Math.abs(ratio - 1) <= 0.1,
  });

  const isCut = ({ fromMs, toMs }: Turnaround): boolean =>
    outages.some((outage) => outage.fromMs < toMs && outage.toMs > fromMs);
  const besideAll = besideIn(all);
  const whole = besideAll.filter((job) => !isCut(job));
  const [before, during] = [alone, whole].map((jobs) => quantiles(jobs.map(({ ms }) => ms)));
  const noticed = rounded((during?.p95 ?? 0) / (before?.p95 ?? 0));
  print({
    figure: "another project's job, alone and beside, without those that a power cut met",
    value: {
      alone_p50: before?.p50 ?? 0,
      alone: before?.p95 ?? 0,
      beside_p50: during?.p50 ?? 0,
      beside: during?.p95 ?? 0,
      jobs: whole.length,
      cut: besideAll.length - whole.length,
      ratio: noticed,
    },
    unit: 'ms, p95',
    target: 'at most 1.5',
    pass: noticed <= 1.5,
  });

  printGrowth(snapshots, all);
};

/** Prints whether processes grew while the jobs were running. */
const printGrowth = (snapshots: readonly Snapshot[], { fromMs, toMs }: Span): void => {
  const during = snapshots.filter(({ atMs }) => atMs > fromMs && atMs < toMs);
  if (during.length === 0) return;
  const { first, last } = quarters(during);
  print({ figure: 'processes of the stack, first quarter of the jobs', value: first, unit: 'MB, count' });
  // The number of functions depends on the current work.
  const grown = Object.entries(last).filter(
    ([name, value]) => name !== 'functions' && value > maxGrowth * (first[name] ?? 0) + slack,
  );
  print({
    figure: 'processes of the stack, last quarter of the jobs',
    value: last,
    unit: 'MB, count',
    target: 'at most 1.1 of the first quarter, and 2',
    pass: grown.length === 0,
  });
};
