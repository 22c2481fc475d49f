/** The program of the other processes in `several-processes.test.ts`. */
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { inProcesses } from '#lib/platform/several-processes.ts';

export type Task = { readonly file: string; readonly delayMs?: number; readonly end?: 'fail' | 'exit' };

const work = async ({ file, delayMs = 0, end }: Task, context: Context): Promise<void> => {
  await delay(delayMs);
  if (end === 'fail') throw new Error('The engine failed.');
  if (end === 'exit') process.exit(7);
  const { awsRequestId } = context;
  const invocation = { pid: process.pid, awsRequestId, leftMs: context.getRemainingTimeInMillis() };
  appendFileSync(file, `${JSON.stringify(invocation)}\n`);
};

await inProcesses({ file: import.meta.filename, count: 1 }, async () => work);
