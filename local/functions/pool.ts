import { failed, type Outcome } from './protocol.ts';
import type { FunctionSpec, Worker } from './worker.ts';

/** A function that can be invoked: as many warm processes as there are concurrent invocations, up to its limit. */
export type FunctionPool = {
  spec: FunctionSpec;
  /** `event` is JSON. Waits while the function is at its concurrency limit. */
  invoke(event: string): Promise<Outcome>;
  workers(): readonly Worker[];
  /** Ends every process; the next invocation starts a new one. */
  kill(): void;
};

export const payloadMaxBytes = 6 * 1024 * 1024;
const idleMs = 60_000;

export const createPool = (spec: FunctionSpec, start: (spec: FunctionSpec) => Worker): FunctionPool => {
  const all = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  const waiting: ((worker: Worker) => void)[] = [];

  const startOne = (): Worker => {
    const worker = start(spec);
    all.add(worker);
    return worker;
  };

  const acquire = async (): Promise<Worker> => {
    const [worker, reaper] = [...idle].findLast(([one]) => one.isAlive()) ?? [];
    if (worker) {
      clearTimeout(reaper);
      idle.delete(worker);
      return worker;
    }
    forgetDead();
    if (all.size < spec.concurrency) return startOne();
    return new Promise((resolve) => waiting.push(resolve));
  };

  const release = (worker: Worker): void => {
    forgetDead();
    const next = waiting.shift();
    if (next) next(worker.isAlive() ? worker : startOne());
    else if (worker.isAlive()) idle.set(worker, setTimeout(() => worker.kill(), idleMs).unref());
  };

  const forgetDead = (): void => {
    for (const worker of all) {
      if (worker.isAlive()) continue;
      all.delete(worker);
      clearTimeout(idle.get(worker));
      idle.delete(worker);
    }
  };

  return {
    spec,
    invoke: async (event) => {
      if (Buffer.byteLength(event) > payloadMaxBytes) {
        return failed('RequestEntityTooLargeException', `An event has at most ${payloadMaxBytes} bytes.`);
      }
      const worker = await acquire();
      const outcome = await worker.invoke(event).finally(() => release(worker));
      if ('result' in outcome && Buffer.byteLength(outcome.result) > payloadMaxBytes) {
        return failed('Function.ResponseSizeTooLarge', `A result has at most ${payloadMaxBytes} bytes.`);
      }
      return outcome;
    },
    workers: () => [...all],
    kill: () => all.forEach((worker) => worker.kill()),
  };
};
