/**
 * Checks a deployment by one job, like a customer's server and browser, and prints how long each step took:
 * npm run smoke -- --base-url https://… --api-key es_test_… [FILE]
 * Ends with an error at the first step that fails. What it made is deleted in any case.
 */
import { openAsBlob, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Customer, customer, type Job } from './customer.ts';
import { projectDir } from './project-script.ts';

const usage = 'Pass a deployment: npm run smoke -- --base-url https://… --api-key es_test_… [FILE]';
const maxJobMs = 5 * 60 * 1000;

const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const start = performance.now();
  const taken = () => `${name.padEnd(10)} ${((performance.now() - start) / 1000).toFixed(2).padStart(8)} s`;
  try {
    const result = await work();
    console.log(taken());
    return result;
  } catch (error) {
    console.error(`${taken()}  failed: ${error instanceof Error ? error.message : String(error)}`);
    throw error;
  }
};

const poll = async (api: Customer, id: string): Promise<Job> => {
  const deadline = performance.now() + maxJobMs;
  while (performance.now() < deadline) {
    const job = await api.get(id);
    if (job.error) throw new Error(`${job.error.type}. ${job.error.message}`);
    if (job.status === 'completed') return job;
    await delay(200);
  }
  throw new Error(`The job is not done after ${maxJobMs / 60_000} minutes.`);
};

/** Takes the steps of one job. Rejects at the first that fails. */
const check = async (api: Customer, file: string): Promise<Job> => {
  const grant = await step('grant', () => api.grant(basename(file), statSync(file).size));
  const bytes = await openAsBlob(file);
  await step('upload', () => api.post(grant, bytes));
  const { id } = await step('create', () => api.queue(grant.id));
  try {
    const job = await step('text', () => poll(api, id));
    await step('captions', async () => {
      if (!(await api.captions(id)).includes(' --> ')) throw new Error('The captions have no times.');
    });
    return job;
  } finally {
    await step('delete', async () => {
      await api.remove(id);
      if ((await api.get(id)).transcript !== null) throw new Error('The text is still there.');
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
  const job = await check(customer(baseUrl.replace(/\/$/, ''), apiKey), file);
  console.log(`\n${job.transcript}`);
} catch {
  // The step has printed its error.
  process.exitCode = 1;
}
