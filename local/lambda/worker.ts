import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { constants } from 'node:os';
import { killGroup, spawnGuarded } from '../processes/guarded.ts';
import { failed, type Invocation, type Outcome } from './protocol.ts';

/** A deployed function: its bundle, environment and limits. */
export type FunctionSpec = {
  readonly name: string;
  readonly arn: string;
  readonly file: string;
  readonly exportName: string;
  readonly environment: Record<string, string>;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  readonly concurrency: number;
  /** The number of retries of a failed asynchronous invocation, at most two. */
  readonly retryAttempts: number;
};

export type WorkerDeps = {
  /** Each worker has a temporary folder in here, which is deleted when the worker ends. */
  readonly scratchDir: string;
  /** Keeps compiled code of bundles. It may be shared by stacks with the same bundles. */
  readonly compiledDir: string;
  readonly log: (functionName: string, line: string, isError: boolean) => void;
};

/** One process of a function. It handles one event at a time. */
export type Worker = {
  /** Unique in the stack. */
  readonly id: string;
  readonly pid: number | undefined;
  /** Resolves when the function is loaded or the process has ended. */
  readonly ready: Promise<void>;
  readonly isAlive: () => boolean;
  readonly invoke: (event: string) => Promise<Outcome>;
  /** Kills the process and its children. The current invocation returns `outcome`. */
  readonly kill: (outcome?: Outcome) => void;
  /** Resolves when the process has ended and its output is complete. */
  readonly closed: Promise<void>;
};

const traceRoot = `Root=1-00000000-${'0'.repeat(24)}`;
const runtimeFile = join(import.meta.dirname, 'runtime.mjs');
// Lambda's limit for the init phase, independent of the function's timeout.
const initTimeoutMs = 10_000;

/** Starts a process of the function. If it cannot start, the worker is not alive and invoking it returns the error. */
export const startWorker = (spec: FunctionSpec, deps: WorkerDeps): Worker => {
  try {
    return launch(spec, deps);
  } catch (error) {
    return neverStarted(launchFailed(error));
  }
};

const launch = (spec: FunctionSpec, { scratchDir, compiledDir, log }: WorkerDeps): Worker => {
  const tmpDir = mkdtempSync(join(scratchDir, 'tmp-'));
  const id = randomBytes(8).toString('hex');
  const { file, exportName, arn } = spec;
  const child = spawnGuarded([process.execPath, runtimeFile, file, exportName, arn, compiledDir], {
    cwd: tmpDir,
    // The SDK sends it with each AWS call. Lambda's value names the invocation; here the process id is enough.
    env: { ...spec.environment, TMPDIR: tmpDir, _X_AMZN_TRACE_ID: `${traceRoot};Parent=${id};Sampled=0` },
    channel: true,
  });
  let ended: Outcome | undefined;
  let settle = ignore;
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: 'ready' | Outcome) => (message === 'ready' ? resolve() : settle(message)));
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = (outcome = exited(null, 'SIGKILL')): void => {
    ended ??= outcome;
    killGroup(child);
  };
  const end = (outcome: Outcome): void => {
    ended ??= outcome;
    settle(ended);
    void rm(tmpDir, { recursive: true, force: true });
  };
  child.once('exit', (code, signal) => end(exited(code, signal)));
  child.once('error', (error) => end(launchFailed(error)));
  if (child.stdout) createInterface(child.stdout).on('line', (line) => log(spec.name, line, false));
  if (child.stderr) createInterface(child.stderr).on('line', (line) => log(spec.name, line, true));

  const withTimeout = async <T>(timeoutMs: number, work: Promise<T>): Promise<T> => {
    const outcome = failed(
      'Sandbox.Timedout',
      `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
    );
    const timer = setTimeout(() => kill(outcome), timeoutMs);
    return work.finally(() => clearTimeout(timer));
  };
  return {
    id,
    pid: child.pid,
    ready,
    isAlive: () => ended === undefined,
    kill,
    closed: new Promise((resolve) => {
      child.once('close', () => resolve());
      // A process that never started only emits an error.
      if (child.pid === undefined) child.once('error', () => resolve());
    }),
    invoke: async (event) => {
      await withTimeout(Math.max(initTimeoutMs, spec.timeoutMs), ready);
      if (ended) return ended;
      const invocation: Invocation = {
        requestId: randomUUID(),
        event,
        deadline: Date.now() + spec.timeoutMs,
      };
      const outcome = new Promise<Outcome>((resolve) => {
        settle = resolve;
      });
      child.send(invocation, () => {});
      return withTimeout(spec.timeoutMs, outcome);
    },
  };
};

const ignore = (_outcome: Outcome): void => {};

const neverStarted = (outcome: Outcome): Worker => ({
  id: randomBytes(8).toString('hex'),
  pid: undefined,
  ready: Promise.resolve(),
  isAlive: () => false,
  invoke: async () => outcome,
  kill: () => {},
  closed: Promise.resolve(),
});

const launchFailed = (error: unknown): Outcome =>
  failed('Runtime.LaunchError', `The process of the function could not be started: ${String(error)}`);

const exited = (code: number | null, signal: NodeJS.Signals | null): Outcome => {
  const how = signal === null ? `exit status ${code}` : `signal: ${signal} (${constants.signals[signal]})`;
  return failed('Runtime.ExitError', `Runtime exited with error: ${how}`);
};
