/**
 * Tests a deployment with one job, like a customer's server and browser, and prints the duration of each step:
 * npm run smoke -- --base-url https://… --api-key es_test_… [--console-url https://…] [FILE]
 * With `--console-url` it also opens the console's page, the documentation and the page of sign-in.
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

const usage =
  'Pass a deployment: npm run smoke -- --base-url https://… --api-key es_test_… [--console-url https://…] [FILE]';
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

/** The answer to a request, and where it came from, without the query. */
const ask = async (url: URL) => {
  const answer = await fetch(url, { redirect: 'manual' });
  return { answer, told: `${url.origin}${url.pathname} answered ${answer.status}` };
};

const openPage = async (url: URL): Promise<void> => {
  const { answer, told } = await ask(url);
  const type = answer.headers.get('content-type') ?? 'nothing';
  if (answer.status !== 200 || !type.startsWith('text/html')) throw new Error(`${told} with ${type}.`);
};

const redirectOf = async (url: URL): Promise<URL> => {
  const { answer, told } = await ask(url);
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`${told} without a redirect.`);
  return new URL(location, url);
};

/** Opens what CloudFront serves, and asks the user pool for its page, as far as that works without cookies. */
const checkConsole = async (consoleUrl: string): Promise<void> => {
  await step('console', () => openPage(new URL(consoleUrl)));
  await step('docs', () => openPage(new URL('docs', consoleUrl)));
  await step('sign-in', async () => {
    const people = await redirectOf(new URL('api/platform/v1/sign-in', consoleUrl));
    if (people.origin === new URL(consoleUrl).origin) throw new Error(`It leads to ${people.pathname}.`);
    const page = await redirectOf(people);
    const error = page.searchParams.get('error');
    if (error !== null) throw new Error(`${people.origin} refuses the console: ${error}.`);
  });
};

const { values, positionals } = parseArgs({
  options: {
    'base-url': { type: 'string' },
    'api-key': { type: 'string' },
    'console-url': { type: 'string' },
  },
  allowPositionals: true,
});
const { 'base-url': baseUrl, 'api-key': apiKey, 'console-url': consoleUrl } = values;
const [given = join(projectDir, 'local/samples/two-cities.ogg')] = positionals;
const file = resolve(process.env['INIT_CWD'] ?? '.', given);
if (baseUrl === undefined || apiKey === undefined || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
  console.error(usage);
  process.exit(2);
}
try {
  // Without retries, because a step that only works at the second try is a finding.
  const job = await check(new Earshot({ baseUrl, apiKey, maxRetries: 0 }), file);
  if (consoleUrl !== undefined) await checkConsole(consoleUrl);
  console.log(`\n${job.transcript}`);
} catch {
  // The step has printed its error.
  process.exitCode = 1;
}
