import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { failed } from './protocol.ts';
import type { FunctionPool } from './pool.ts';

// Node itself needs more resident memory than the smallest functions have.
const minLimitMb = 256;

/** Kills each worker whose process group exceeds the memory of its function, like Lambda. */
export const enforceMemory = async (pools: readonly FunctionPool[]): Promise<void> => {
  const workers = pools.flatMap(({ spec, busyWorkers }) => busyWorkers().map((worker) => ({ spec, worker })));
  if (workers.length === 0) return;
  const residentMb = await residentMbByGroup();
  for (const { spec, worker } of workers) {
    const limitMb = Math.max(spec.memoryMb, minLimitMb);
    const usedMb = residentMb.get(worker.pid ?? 0) ?? 0;
    if (usedMb <= limitMb) continue;
    worker.kill(
      failed(
        'Runtime.OutOfMemory',
        `Runtime exited with error: signal: killed, ${usedMb} of ${limitMb} MB used`,
      ),
    );
  }
};

const residentMbByGroup = async (): Promise<Map<number, number>> => {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,rss=']);
  const sum = new Map<number, number>();
  for (const line of stdout.trim().split('\n')) {
    const [group = 0, kilobytes = 0] = line.trim().split(/\s+/).map(Number);
    sum.set(group, (sum.get(group) ?? 0) + kilobytes / 1024);
  }
  return sum;
};
