import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerDeps } from './lambda/worker.ts';

/**
 * Appends the output of functions to `<dir>/logs/functions.log`, and also passes errors to `log`. If the file cannot be
 * written, for example because the disk is full, this is logged once.
 */
export const functionLog = (dir: string | undefined, log: (line: string) => void): WorkerDeps['log'] => {
  const logsDir = dir === undefined ? undefined : join(dir, 'logs');
  if (logsDir !== undefined) mkdirSync(logsDir, { recursive: true });
  let failure: unknown;
  return (name, line, isError) => {
    try {
      if (logsDir !== undefined) appendFileSync(join(logsDir, 'functions.log'), `${name}: ${line}\n`);
    } catch (error) {
      if (failure === undefined) log(`Output of functions cannot be kept. ${String(error)}`);
      failure = error;
    }
    if (isError) log(`${name}: ${line}`);
  };
};
