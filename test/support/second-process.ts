/** The second process of `two-processes.test.ts`. */
import { writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from 'aws-lambda';
import { inTwoProcesses } from '#lib/platform/two-processes.ts';

export type Task = { readonly file: string; readonly delayMs?: number; readonly end?: 'fail' | 'exit' };

const work = async ({ file, delayMs = 0, end }: Task, context: Context): Promise<void> => {
  await delay(delayMs);
  if (end === 'fail') throw new Error('The engine failed.');
  if (end === 'exit') process.exit(7);
  const { awsRequestId } = context;
  writeFileSync(
    file,
    JSON.stringify({ pid: process.pid, awsRequestId, leftMs: context.getRemainingTimeInMillis() }),
  );
};

await inTwoProcesses(import.meta.filename, async () => work);
