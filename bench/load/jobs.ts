import { setTimeout as delay } from 'node:timers/promises';
import { randomId } from '#lib/platform/ids.ts';
import { persistentCustomer } from '../../test/support/persistent.ts';

/** A recording, and what each of its jobs must result in. */
export type Recording = { readonly file: Blob; readonly transcript: string; readonly audioMs: number };
export type Job = Omit<Recording, 'file'> & {
  readonly id: string;
  readonly projectId: string;
  readonly view: () => Promise<any>;
};

export type Customers = {
  readonly baseUrl: string;
  readonly newKey: (projectId: string) => Promise<string>;
  readonly customersAtOnce?: number;
};

const repeatMs = 2_000;
const pollEveryMs = 5_000;
/** Jobs end roughly in the order in which they were queued. */
const polledAtOnce = 32;

/** Repeats a request that fails while the stack is down. */
export const insist = async <T>(ask: () => Promise<T>): Promise<T> => {
  for (;;)
    try {
      return await ask();
    } catch {
      await delay(repeatMs);
    }
};

/**
 * The maximum number of unfinished jobs of a project in the load. With fewer jobs in each, there would be more projects, which
 * wait for each other.
 */
export const jobsPerProject = 1_000;

/**
 * Queues a job for each recording, evenly over `overMs`, or as fast as the stack takes them if that is 0. Each job has its own
 * key, because a key may send 60 requests a minute.
 */
export const queueJobs = async (
  { baseUrl, newKey, customersAtOnce = 8 }: Customers,
  recordings: readonly Recording[],
  { overMs, onJob }: { readonly overMs: number; readonly onJob: (job: Job) => void },
): Promise<void> => {
  const projects = Array.from({ length: Math.ceil(recordings.length / jobsPerProject) }, () =>
    randomId('prj'),
  );
  const fromMs = Date.now();
  const waiting = recordings.entries();
  const queueNext = async (): Promise<void> => {
    for (const [i, { file, ...expected }] of waiting) {
      await delay(Math.max(0, fromMs + (overMs * i) / recordings.length - Date.now()));
      const projectId = projects[i % projects.length] ?? '';
      const key = await insist(() => newKey(projectId));
      const customer = persistentCustomer(baseUrl, key, randomId('key'));
      const id = await customer.queue({ upload_id: await customer.upload(file) });
      onJob({ ...expected, id, projectId, view: () => customer.view(id) });
    }
  };
  await Promise.all(Array.from({ length: customersAtOnce }, queueNext));
};

/** Whether a job has ended and its audio was deleted. A failed one keeps its audio. */
const hasSettled = ({ status, source }: any): boolean =>
  status === 'failed' || (status === 'completed' && source.deleted_at !== null);

/**
 * Polls until `count` jobs have settled, or none has for `patienceMs`. `jobs` may still grow meanwhile. Returns the jobs that
 * have not settled.
 */
export const followJobs = async (
  jobs: readonly Job[],
  { count, patienceMs }: { readonly count: number; readonly patienceMs: number },
): Promise<Job[]> => {
  let pending: Job[] = [];
  let followed = 0;
  let settledAtMs = Date.now();
  while ((followed < count || pending.length > 0) && Date.now() < settledAtMs + patienceMs) {
    pending.push(...jobs.slice(followed));
    followed = jobs.length;
    const polled = pending.slice(0, polledAtOnce);
    const settled = await Promise.all(polled.map(({ view }) => view().then(hasSettled)));
    const isGone = new Set(polled.filter((_, i) => settled[i]));
    if (isGone.size > 0) settledAtMs = Date.now();
    pending = pending.filter((job) => !isGone.has(job));
    // Moves unfinished jobs to the end, so that a hanging job does not hide later ones.
    pending.push(...pending.splice(0, polled.length - isGone.size));
    if (isGone.size < polledAtOnce / 2) await delay(pollEveryMs);
  }
  return [...pending, ...jobs.slice(followed)];
};
