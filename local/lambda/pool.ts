import { availableParallelism } from 'node:os';
import { failed, type Outcome } from './protocol.ts';
import type { FunctionSpec, Worker } from './worker.ts';

/** A function with one warm process per concurrent invocation, up to its limit. */
export type FunctionPool = {
  readonly spec: FunctionSpec;
  /** `event` is JSON. Waits if the function is at its concurrency limit. */
  readonly invoke: (event: string) => Promise<Outcome>;
  readonly busyWorkers: () => readonly Worker[];
  /** Kills all processes. The next invocation starts a new one. */
  readonly kill: () => void;
  /** Stops all processes. Resolves when they have ended and their output is complete. */
  readonly stop: () => Promise<void>;
};

type PoolDeps = {
  readonly start: (spec: FunctionSpec) => Worker;
  /** Called for every failed invocation. */
  readonly onFailure: (spec: FunctionSpec, error: string) => void;
  /** Limits concurrent starts: more would slow each other down and delay the first one. */
  readonly maxConcurrentStarts?: number;
};

export const payloadMaxBytes = 6 * 1024 * 1024;
const idleMs = 60_000;

export const createPool = (
  spec: FunctionSpec,
  { start, onFailure, maxConcurrentStarts = availableParallelism() }: PoolDeps,
): FunctionPool => {
  const workers = openWorkers(() => start(spec), { limit: spec.concurrency, maxConcurrentStarts });

  const run = async (event: string): Promise<Outcome> => {
    if (Buffer.byteLength(event) > payloadMaxBytes) {
      return failed('RequestEntityTooLargeException', `An event has at most ${payloadMaxBytes} bytes.`);
    }
    const worker = await workers.acquire();
    if (!worker) return failed('ServiceException', 'The stack is stopping.');
    const outcome = await worker.invoke(event).finally(() => workers.release(worker));
    if ('result' in outcome && Buffer.byteLength(outcome.result) > payloadMaxBytes) {
      return failed('Function.ResponseSizeTooLarge', `A result has at most ${payloadMaxBytes} bytes.`);
    }
    return outcome;
  };

  return {
    spec,
    invoke: async (event) => {
      const outcome = await run(event);
      if ('error' in outcome && !workers.isStopped()) onFailure(spec, outcome.error);
      return outcome;
    },
    busyWorkers: workers.busy,
    kill: workers.kill,
    stop: workers.stop,
  };
};

type Bounds = { readonly limit: number; readonly maxConcurrentStarts: number };

const openWorkers = (start: () => Worker, { limit, maxConcurrentStarts }: Bounds) => {
  const open = new Set<Worker>();
  const starting = new Set<Worker>();
  const busy = new Set<Worker>();
  const idle = new Map<Worker, NodeJS.Timeout>();
  const waiting: ((worker: Worker | undefined) => void)[] = [];
  let stopped = false;

  const startOne = (): Worker => {
    const worker = start();
    open.add(worker);
    starting.add(worker);
    const begun = async (): Promise<void> => {
      await worker.ready;
      starting.delete(worker);
      serve();
    };
    void begun();
    void worker.closed.then(() => open.delete(worker));
    return worker;
  };
  const take = (): Worker => {
    const [worker, reaper] = [...idle].findLast(([one]) => one.isAlive()) ?? [startOne(), undefined];
    clearTimeout(reaper);
    idle.delete(worker);
    busy.add(worker);
    return worker;
  };
  const isIdle = (): boolean => [...idle.keys()].some((one) => one.isAlive());
  const hasRoom = (): boolean =>
    !stopped && busy.size < limit && (starting.size < maxConcurrentStarts || isIdle());
  const serve = (): void => {
    while (waiting.length > 0 && hasRoom()) waiting.shift()?.(take());
  };
  const kill = (): void => {
    for (const worker of open) worker.kill();
  };
  return {
    busy: () => [...busy],
    isStopped: () => stopped,
    kill,
    acquire: async (): Promise<Worker | undefined> => {
      if (stopped) return undefined;
      return hasRoom() ? take() : new Promise((resolve) => waiting.push(resolve));
    },
    release: (worker: Worker): void => {
      busy.delete(worker);
      for (const one of idle.keys()) if (!one.isAlive()) idle.delete(one);
      if (worker.isAlive()) idle.set(worker, setTimeout(() => worker.kill(), idleMs).unref());
      serve();
    },
    stop: async (): Promise<void> => {
      stopped = true;
      kill();
      for (const resolve of waiting.splice(0)) resolve(undefined);
      await Promise.all(Array.from(open, ({ closed }) => closed));
    },
  };
};
