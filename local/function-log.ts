import { createWriteStream, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerDeps } from './lambda/worker.ts';

/** Writes what functions print to `<dir>/logs/functions.log`, each line after its function's name; errors also to `log`. */
export const functionLog = (dir: string | undefined, log: (line: string) => void): WorkerDeps['log'] => {
  if (dir === undefined) {
    return (name, line, isError) => {
      if (isError) log(`${name}: ${line}`);
    };
  }
  mkdirSync(join(dir, 'logs'), { recursive: true });
  const file = createWriteStream(join(dir, 'logs', 'functions.log'), { flags: 'a' });
  return (name, line, isError) => {
    file.write(`${name}: ${line}\n`);
    if (isError) log(`${name}: ${line}`);
  };
};
