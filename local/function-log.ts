import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkerDeps } from './lambda/worker.ts';

const defaultMaxBytes = 20 * 1024 * 1024;

/**
 * Appends the output of functions to `<dir>/logs/functions.log`, and also passes errors to `log`. A full file replaces
 * `functions.1.log`. If the file cannot be written, for example because the disk is full, this is logged once.
 */
export const functionLog = (
  dir: string | undefined,
  log: (line: string) => void,
  maxBytes = defaultMaxBytes,
): WorkerDeps['log'] => {
  const append = dir === undefined ? () => {} : appendTo(join(dir, 'logs'), maxBytes);
  let failure: unknown;
  return (name, line, isError) => {
    try {
      append(`${name}: ${line}\n`);
    } catch (error) {
      if (failure === undefined) log(`Output of functions cannot be kept. ${String(error)}`);
      failure = error;
    }
    if (isError) log(`${name}: ${line}`);
  };
};

const appendTo = (folder: string, maxBytes: number): ((text: string) => void) => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'functions.log');
  let bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return (text) => {
    if (bytes + Buffer.byteLength(text) > maxBytes && bytes > 0) {
      renameSync(file, join(folder, 'functions.1.log'));
      bytes = 0;
    }
    appendFileSync(file, text);
    bytes += Buffer.byteLength(text);
  };
};
