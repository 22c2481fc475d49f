import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { killGroup } from '#lib/speech/kill-group.ts';
import { withScratch } from '#lib/platform/scratch.ts';
import { TranslatorFault } from './translator.ts';

const patienceMs = 30_000;

/** All that the program learns of the process that started it. */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/nonexistent', LC_ALL: 'C.UTF-8' };

type Input = { readonly text: string; readonly signal: AbortSignal };

/**
 * What a program writes when its last argument is a file of `text`. (As standard input Node would give it a socket, which
 * scripts cannot open by name.) It runs in a folder of its own and is killed, with all it started, when it takes too long
 * or `signal` aborts. Its complaints are dropped: they may repeat the text.
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
      // In a process group of its own, so that killing it takes children along.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = Promise.withResolvers<number | null>();
    child.on('error', () => ended.reject(new TranslatorFault(`${program} could not be started.`)));
    child.on('close', (code) => ended.resolve(code));
    const timeUp = AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    // Before its output is closed: as long as one of the group lives, nobody else has its number.
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
