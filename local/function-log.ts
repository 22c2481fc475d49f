import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerDeps } from './lambda/worker.ts';

/** Appends the output of functions to `<dir>/logs/functions.log`, and also passes errors to `log`. */
export const functionLog = (dir: string | undefined, log: (line: string) => void): WorkerDeps['log'] => {
  const logsDir = dir === undefined ? undefined : join(dir, 'logs');
  if (logsDir !== undefined) mkdirSync(logsDir, { recursive: true });
  return (name, line, isError) => {
    if (logsDir !== undefined) appendFileSync(join(logsDir, 'functions.log'), `${name}: ${line}\n`);
    if (isError) log(`${name}: ${line}`);
  };
};
