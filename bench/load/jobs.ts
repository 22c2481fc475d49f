import { setTimeout as delay } from 'node:timers/promises';
import { randomId } from '#lib/platform/ids.ts';
import { persistentCustomer } from '../../test/support/persistent.ts';

export type Expected = { readonly transcript: string; readonly audioMs: number };
export type Job = Expected & {
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
 * Queues jobs with the same file in as few projects as possible. Each job has its own key, because a key may send 60 requests a
 * minute.
 */
export const queueJobs = async (
  { baseUrl, newKey, customersAtOnce = 8 }: Customers,
  file: Blob,
  { count, ...expected }: Expected & { readonly count: number },
): Promise<Job[]> => {
  const jobs: Job[] = [];
  const projects = Array.from({ length: Math.ceil(count / jobsPerProject) }, () => randomId('prj'));
  let begun = 0;
  const queueNext = async (): Promise<void> => {
    while (begun < count) {
      const projectId = projects[begun % projects.length] ?? '';
      begun += 1;
      const key = await insist(() => newKey(projectId));
      const customer = persistentCustomer(baseUrl, key, randomId('key'));
      const id = await customer.queue({ upload_id: await customer.upload(file) });
      jobs.push({ ...expected, id, projectId, view: () => customer.view(id) });
    }
  };
  await Promise.all(Array.from({ length: customersAtOnce }, queueNext));
  return jobs;
};

/** Whether a job has ended and its audio was deleted. A failed one keeps its audio. */
const hasSettled = ({ status, source }: any): boolean =>
  status === 'failed' || (status === 'completed' && source.deleted_at !== null);

/** Polls until the jobs have settled, or until `untilMs`. Returns those that have not. */
export const followJobs = async (jobs: readonly Job[], untilMs: number): Promise<Job[]> => {
  let pending = [...jobs];
  while (pending.length > 0 && Date.now() < untilMs) {
    const polled = pending.slice(0, polledAtOnce);
    const settled = await Promise.all(polled.map(({ view }) => view().then(hasSettled)));
    const isGone = new Set(polled.filter((_, i) => settled[i]));
    pending = pending.filter((job) => !isGone.has(job));
    // Moves unfinished jobs to the end, so that a hanging job does not hide later ones.
    pending.push(...pending.splice(0, polled.length - isGone.size));
    if (isGone.size < polledAtOnce / 2) await delay(pollEveryMs);
  }
  return pending;
};
