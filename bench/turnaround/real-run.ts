import { openAsBlob, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runScript } from '#local/project-script.ts';
import { type Service, tenSeconds } from '../../test/support/local-service.ts';
import { median } from '../../test/support/median.ts';
import { observeFunctions } from '../support/function-usage.ts';
import type { Measured, Stages } from './stages.ts';

const kinds = { split: /splitaudio/, recognize: /recognizechunk/, finish: /finishjob/ } as const;

/** Measures the processor time in ms of each kind of worker while `run` runs. */
const workersMs = async (run: () => Promise<unknown>): Promise<Stages['coldMs']> => {
  const { soFar, stop } = observeFunctions();
  const usedMs = (kind: RegExp): number =>
    [...soFar()].reduce(
      (sum, [name, { cpuSeconds }]) => (kind.test(name) ? sum + 1000 * cpuSeconds : sum),
      0,
    );
  const ofAll = () => ({
    split: usedMs(kinds.split),
    recognize: usedMs(kinds.recognize),
    finish: usedMs(kinds.finish),
  });
  const before = ofAll();
  await run();
  const after = ofAll();
  stop();
  return {
    split: after.split - before.split,
    recognize: after.recognize - before.recognize,
    finish: after.finish - before.finish,
  };
};

/**
 * The additional processor time in ms of the first message of each kind of worker, for which a process starts, loads and compiles.
 * Runs short jobs on a service that has run none.
 */
export const measureColdStarts = async (service: Service): Promise<Stages['coldMs']> => {
  const job = tenSeconds('-f', 'wav');
  const run = () => workersMs(() => service.transcribe(job, 'audio/wav'));
  const first = await run();
  const later = [await run(), await run(), await run()];
  const extra = (kind: keyof typeof first): number =>
    Math.max(0, first[kind] - median(later.map((one) => one[kind])));
  return { split: extra('split'), recognize: extra('recognize'), finish: extra('finish') };
};

/** The busy processor seconds of the whole machine, including time taken by the hypervisor. */
const busySeconds = (): number => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , ...interruptsAndStolen] = line
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  return [user, nice, system, ...interruptsAndStolen].reduce((sum, ticks) => sum + ticks, 0) / 100;
};

/**
 * Runs one job on warm workers. Returns the ms from queued to completed, the processor time in ms of the workers, and the
 * processors that other load left free.
 */
export const runOnLocalStack = async (service: Service, file: string) => {
  const audio = await openAsBlob(file);
  const transcribe = async () => {
    const job = await service.transcribe(audio, 'audio/mpeg');
    if (job.status !== 'completed') throw new Error(`The job is ${job.status}.`);
    return Date.parse(job.completed_at) - Date.parse(job.created_at);
  };
  // Starts all workers and compiles their code.
  await transcribe();
  let completedMs = 0;
  const busyBefore = busySeconds();
  const from = performance.now();
  const ours = await workersMs(async () => {
    completedMs = await transcribe();
  });
  const seconds = (performance.now() - from) / 1000;
  const busy = busySeconds() - busyBefore;
  const oursSeconds = (ours.split + ours.recognize + ours.finish) / 1000;
  return { completedMs, ours, processors: availableParallelism() - (busy - oursSeconds) / seconds };
};

// The limits of the functions that recognize and finish (cdk/workers-stack.ts). With smaller heaps more garbage is collected.
const heap = { NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=256', MALLOC_ARENA_MAX: '1' };

/** Measures in two concurrent processes, so that both processors are as busy as during a job. */
export const measureStages = async ({ stack }: Service, file: string): Promise<Measured[]> => {
  const { TableName = '', AudioBucketName = '' } = stack.outputs['EarshotData'] ?? {};
  const measure = async (): Promise<Measured> => {
    const script = join(import.meta.dirname, 'measure-stages.ts');
    const args = [file, TableName, AudioBucketName];
    return JSON.parse(await runScript(script, args, { ...stack.operatorEnvironment, ...heap }));
  };
  return Promise.all([measure(), measure()]);
};
