import { openAsBlob, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runScript } from '#local/project-script.ts';
import type { Service } from '../../test/support/local-service.ts';
import { watchFunctions } from '../support/function-usage.ts';
import type { Measured } from './stages.ts';

const workers = /splitaudio|recognizechunk|finishjob/;

/** The busy processor seconds of the whole machine, including time taken by the hypervisor. */
const busySeconds = (): number => {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , ...interruptsAndStolen] = line
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  return [user, nice, system, ...interruptsAndStolen].reduce((sum, ticks) => sum + ticks, 0) / 100;
};

/** Runs one job on the service. Returns the ms from queued to completed, and the processors that other load left free. */
export const runOnLocalStack = async (service: Service, file: string) => {
  const usageSoFar = watchFunctions();
  const busyBefore = busySeconds();
  const from = performance.now();
  const job = await service.transcribe(await openAsBlob(file), 'audio/mpeg');
  const seconds = (performance.now() - from) / 1000;
  const busy = busySeconds() - busyBefore;
  const ours = [...usageSoFar()].reduce(
    (sum, [name, { cpuSeconds }]) => (workers.test(name) ? sum + cpuSeconds : sum),
    0,
  );
  if (job.status !== 'completed') throw new Error(`The job is ${job.status}.`);
  return {
    completedMs: Date.parse(job.completed_at) - Date.parse(job.created_at),
    processors: availableParallelism() - (busy - ours) / seconds,
  };
};

/** Measures in two concurrent processes, so that both processors are as busy as during a job. */
export const measureStages = async ({ stack }: Service, file: string): Promise<Measured[]> => {
  const { TableName = '', AudioBucketName = '' } = stack.outputs['EarshotData'] ?? {};
  const measure = async (): Promise<Measured> => {
    const script = join(import.meta.dirname, 'measure-stages.ts');
    const args = [file, TableName, AudioBucketName];
    return JSON.parse(await runScript(script, args, stack.operatorEnvironment));
  };
  return Promise.all([measure(), measure()]);
};
