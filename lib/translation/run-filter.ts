import { type ChildProcess, spawn } from 'node:child_process';
import { text as textOf } from 'node:stream/consumers';
import { withScratch } from '#lib/scratch.ts';
import { TranslatorFault } from './translator.ts';

const patienceMs = 30_000;

/** All that the program learns of the process that started it. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LC_ALL: 'C.UTF-8' };

type Input = { readonly text: string; readonly signal: AbortSignal };

/**
 * What a program writes when it is given `text`. It runs in an empty folder and is killed, with all it started, when it
 * takes too long or `signal` aborts. Its complaints are dropped: they may repeat the text.
 */
export const runFilter = (
  program: string,
  args: readonly string[],
  { text, signal }: Input,
): Promise<string> =>
  withScratch(async (folder) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...environment, TMPDIR: folder },
      // In a process group of its own, so that killing it takes children along.
      detached: true,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const ended = Promise.withResolvers<number | null>();
    child.on('error', () => ended.reject(new TranslatorFault(`${program} could not be started.`)));
    child.on('close', (code) => ended.resolve(code));
    const timeUp = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    const kill = (): void => killGroup(child);
    timeUp.addEventListener('abort', kill);
    if (timeUp.aborted) kill();
    // It may have ended before it read everything; its exit code tells.
    child.stdin.on('error', () => undefined).end(text);
    try {
      const [output, code] = await Promise.all([textOf(child.stdout), ended.promise]);
      if (code === 0 && !timeUp.aborted) return output;
      throw new TranslatorFault(timeUp.aborted ? `${program} took too long.` : `${program} ended with ${code}.`);
    } finally {
      timeUp.removeEventListener('abort', kill);
      kill();
    }
  });

const killGroup = ({ pid, exitCode, signalCode }: ChildProcess): void => {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
};
