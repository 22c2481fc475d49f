/**
 * Tests a deployment with one job, like a customer's server and browser, and prints the duration of each step:
 * npm run smoke -- --base-url https://… --api-key es_test_… [FILE]
 * Ends with an error at the first failed step. Always deletes what it created.
 */
import { openAsBlob, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Earshot } from '../sdk/typescript/client.ts';
import { ApiError } from '../sdk/typescript/errors.ts';
import type { Transcription } from '../sdk/typescript/types.ts';
import { projectDir } from './project-script.ts';

const usage = 'Pass a deployment: npm run smoke -- --base-url https://… --api-key es_test_… [FILE]';
const maxJobMs = 5 * 60 * 1000;

/** An error with the details that an operator needs to find the cause. */
const describe = (error: unknown): string => {
  if (error instanceof ApiError)
    return `${error.status} ${error.type}: ${error.message} (${error.requestId})`;
  return error instanceof Error ? error.message : String(error);
};

const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  const taken = () => `${name.padEnd(10)} ${((performance.now() - start) / 1000).toFixed(2).padStart(8)} s`;
  try {
    const result = await work();
    console.log(taken());
    return result;
  } catch (error) {
    console.error(`${taken()}  failed: ${describe(error)}`);
    throw error;
  }
};

const poll = async ({ transcriptions }: Earshot, id: string): Promise<Transcription> => {
  const deadline = performance.now() + maxJobMs;
  while (performance.now() < deadline) {
    const job = await transcriptions.get(id, { wait: 2 });
    if (job.error) throw new Error(`${job.error.type}. ${job.error.message}`);
    if (job.status === 'completed') return job;
    await delay(200);
  }
  throw new Error(`The job is not done after ${maxJobMs / 60_000} minutes.`);
};

/** Runs the steps of one job. Rejects at the first failed step. */
const check = async (earshot: Earshot, file: string): Promise<Transcription> => {
  const { transcriptions, uploads } = earshot;
  const audio = await openAsBlob(file);
  const grant = await step('grant', () =>
    uploads.create({
      content_type: 'application/octet-stream',
      filename: basename(file),
      size_bytes: audio.size,
    }),
  );
  await step('upload', () => uploads.post(grant, audio));
  const { id } = await step('create', () => transcriptions.create({ upload_id: grant.id }));
  try {
    const job = await step('text', () => poll(earshot, id));
    await step('captions', async () => {
      if (!(await transcriptions.srt(id)).includes(' --> ')) throw new Error('The captions have no times.');
    });
    return job;
  } finally {
    await step('delete', async () => {
      await transcriptions.delete(id);
      if ((await transcriptions.get(id)).transcript !== null) throw new Error('The text is still there.');
    });
  }
};

const { values, positionals } = parseArgs({
  options: { 'base-url': { type: 'string' }, 'api-key': { type: 'string' } },
  allowPositionals: true,
});
const { 'base-url': baseUrl, 'api-key': apiKey } = values;
const [given = join(projectDir, 'local/samples/two-cities.ogg')] = positionals;
const file = resolve(process.env['INIT_CWD'] ?? '.', given);
if (baseUrl === undefined || apiKey === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
  console.error(usage);
  process.exit(2);
}
try {
  // Without retries, because a step that only works at the second try is a finding.
  const job = await check(new Earshot({ baseUrl, apiKey, maxRetries: 0 }), file);
  console.log(`\n${job.transcript}`);
} catch {
  // The step has printed its error.
  process.exitCode = 1;
}
