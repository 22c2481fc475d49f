import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RunningStack } from '#local/stack.ts';

/** `spared` is the project whose workers are not killed. */
export type Faults = { readonly areOn: boolean; readonly spared: string };
export type Started = Pick<RunningStack, 'baseUrl' | 'awsEndpoint' | 'operator' | 'outputs'> & {
  readonly key: string;
  readonly projectId: string;
};

type Settings = {
  readonly dataDir: string;
  readonly port: number;
  readonly speechDir: string;
  readonly allowed: readonly object[];
};

/** A stack that is killed and started again on the same data. */
export const lastingStack = ({ dataDir, port, speechDir, allowed }: Settings) => {
  let child: ChildProcess | undefined;
  let faults: Faults = { areOn: false, spared: '' };
  let kills = 0;
  const start = (): Promise<Started> => {
    const args = [dataDir, String(port), speechDir, JSON.stringify(allowed)];
    // Its own process group, so that killing the group kills all of it.
    const process = fork(join(import.meta.dirname, 'stack.ts'), args, { detached: true });
    child = process;
    return new Promise((resolve, reject) => {
      process.once('exit', (code) => reject(new Error(`The stack ended with ${code}.`)));
      process.on('message', (message: 'killed' | Started) => {
        if (message === 'killed') kills += 1;
        else {
          process.send(faults);
          resolve(message);
        }
      });
    });
  };
  return {
    start,
    pid: () => child?.pid,
    /** The number of killed function processes. */
    kills: () => kills,
    setFaults: (wanted: Faults): void => {
      faults = wanted;
      child?.send(faults);
    },
    /** Kills all processes of the stack, like a power cut. */
    killHard: async (): Promise<void> => {
      if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      process.kill(-child.pid, 'SIGKILL');
      await gone;
    },
  };
};
