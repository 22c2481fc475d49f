import { setTimeout as delay } from 'node:timers/promises';
import { onFreePort } from '../free-port.ts';
import { killGroup, spawnGuarded } from './guarded.ts';

export type ServerProgram = {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The path that is polled. The program is ready when the status is below 500. The default is `/`. */
  readonly healthPath?: string;
};

export type StartedServer = { readonly url: string; readonly stop: () => void };

/**
 * Starts a program on a free port of this machine and waits until it answers. Rejects with the end of its output if the program
 * ends first, or does not answer in time.
 */
export const startServer = (
  programOn: (port: string) => ServerProgram,
  timeoutMs = 120_000,
): Promise<StartedServer> =>
  onFreePort((port) => start(programOn(String(port)), `http://127.0.0.1:${port}`, timeoutMs));

const start = async (program: ServerProgram, url: string, timeoutMs: number): Promise<StartedServer> => {
  const { command, env = {}, healthPath = '/' } = program;
  const child = spawnGuarded(command, { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (output = `${output}${chunk}`.slice(-5000)));
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const isReady = await answers(url + healthPath, timeoutMs);
    // Checks the process after the response, because another program may have taken the port and answered.
    if (child.exitCode !== null) throw new Error(`${command[0]} did not start.\n${output}`);
    if (isReady) return { url, stop: () => killGroup(child) };
    if (performance.now() > deadline) {
      killGroup(child);
      throw new Error(`${command[0]} did not answer within ${timeoutMs / 1000} s.\n${output}`);
    }
    await delay(20);
  }
};

const answers = (url: string, timeoutMs: number): Promise<boolean> =>
  fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ status }) => status < 500,
    () => false,
  );
