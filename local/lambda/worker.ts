import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { constants } from 'node:os';
import { killGroup, spawnGuarded } from '../processes/guarded.ts';
import { failed, type Invocation, type Outcome } from './protocol.ts';

/** A function as deployed: where its bundle lies and what it may use. */
export type FunctionSpec = {
  name: string;
  arn: string;
  file: string;
  exportName: string;
  environment: Record<string, string>;
  memoryMb: number;
  timeoutMs: number;
  concurrency: number;
};

export type WorkerDeps = {
  /** Each worker gets its own temporary folder in here, gone when the worker is. */
  scratchDir: string;
  log: (functionName: string, line: string, isError: boolean) => void;
};

/** One process of a function; it handles one event at a time. */
export type Worker = {
  /** Of this process, among all of the stack. */
  id: string;
  pid: number | undefined;
  /** When it has loaded the function, or has ended. */
  ready: Promise<void>;
  isAlive: () => boolean;
  invoke: (event: string) => Promise<Outcome>;
  /** Ends the process and all it started; an invocation under way comes to `outcome`. */
  kill: (outcome?: Outcome) => void;
  /** When the process has ended, and all that it printed was passed on. */
  closed: Promise<void>;
};

const traceRoot = `Root=1-00000000-${'0'.repeat(24)}`;
const runtimeFile = join(import.meta.dirname, 'runtime.ts');
// Lambda allows this long for loading a function, whatever its own timeout.
const initTimeoutMs = 10_000;

/** Starts a process of the function. One that cannot be started is dead, and says why when it is invoked. */
export const startWorker = (spec: FunctionSpec, deps: WorkerDeps): Worker => {
  try {
    return launch(spec, deps);
  } catch (error) {
    return neverStarted(launchFailed(error));
  }
};

const launch = (spec: FunctionSpec, { scratchDir, log }: WorkerDeps): Worker => {
  const tmpDir = mkdtempSync(join(scratchDir, 'tmp-'));
  const id = randomBytes(8).toString('hex');
  const child = spawnGuarded([process.execPath, runtimeFile, spec.file, spec.exportName, spec.arn], {
    cwd: tmpDir,
    // The SDK passes it on with each call of AWS. Lambda's own names the invocation; here a process is enough.
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

  const within = async <T>(timeoutMs: number, work: Promise<T>): Promise<T> => {
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
      // Of a process that never was, only the error is heard.
      if (child.pid === undefined) child.once('error', () => resolve());
    }),
    invoke: async (event) => {
      await within(Math.max(initTimeoutMs, spec.timeoutMs), ready);
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
      return within(spec.timeoutMs, outcome);
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
  failed('Runtime.LaunchError', `The function's process could not be started: ${String(error)}`);

const exited = (code: number | null, signal: NodeJS.Signals | null): Outcome => {
  const how = signal === null ? `exit status ${code}` : `signal: ${signal} (${constants.signals[signal]})`;
  return failed('Runtime.ExitError', `Runtime exited with error: ${how}`);
};
