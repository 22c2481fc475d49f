import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { killGroup } from '#lib/speech/kill-group.ts';
import { withScratch } from '#lib/platform/scratch.ts';
import { TranslatorFault } from './translator.ts';

const timeoutMs = 30_000;

/** The program gets only these environment variables, so that it sees no secrets. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LC_ALL: 'C.UTF-8' };

type Input = { readonly text: string; readonly signal: AbortSignal };

/**
 * Runs a program on a file that contains `text` and returns its output. The path of the file is the last argument,
 * because Node's standard input is a socket, which scripts cannot open by name. The program runs in a temporary folder.
 * It is killed with its children after a timeout or when `signal` aborts. Its standard error is dropped, because it may
 * contain the customer's text.
 */
export const runFilter = (
  program: string,
  args: readonly string[],
  { text, signal }: Input,
): Promise<string> =>
  withScratch(async (folder) => {
    await writeFile(join(folder, 'in'), text, { mode: 0o600 });
    const child = spawn(program, [...args, './in'], {
      cwd: folder,
      env: { ...environment, TMPDIR: folder },
      // In its own process group, so that killing the group also kills its children.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = Promise.withResolvers<number | null>();
    child.on('error', () => ended.reject(new TranslatorFault(`${program} could not be started.`)));
    child.on('close', (code) => ended.resolve(code));
    const timeUp = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    // Kills only until the output is closed: while a member of the group lives, the group's id cannot be reused.
    const kill = (): void => killGroup(child.pid);
    timeUp.addEventListener('abort', kill);
    if (timeUp.aborted) kill();
    try {
      const [output, code] = await Promise.all([textOf(child.stdout), ended.promise]);
      if (code === 0 && !timeUp.aborted) return output;
      throw new TranslatorFault(
        timeUp.aborted ? `${program} took too long.` : `${program} ended with ${code}.`,
      );
    } finally {
      timeUp.removeEventListener('abort', kill);
    }
  });
