import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Scratch = { dir: string; remove: () => void };

const prefix = 'local-stack-';

/**
 * A fresh folder outside the project for what need not survive: synthesis, temporary files of functions, a stack kept
 * in memory. Also removes the folders of processes that were killed before they could.
 */
export const makeScratch = (): Scratch => {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) removeFolder(join(tmpdir(), name));
  }
  const dir = join(tmpdir(), `${prefix}${process.pid}-${randomBytes(6).toString('hex')}`);
  mkdirSync(dir, { mode: 0o700 });
  const remove = () => {
    process.off('exit', remove);
    removeFolder(dir);
  };
  process.on('exit', remove);
  return { dir, remove };
};

const removeFolder = (dir: string): void => rmSync(dir, { recursive: true, force: true, maxRetries: 3 });

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process is alive too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
