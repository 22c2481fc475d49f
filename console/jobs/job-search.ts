import type { Job } from '../api/types.ts';

const statuses = [
  'queued',
  'processing',
  'completed',
  'failed',
  'canceled',
] as const satisfies Job['status'][];

/**
 * Which jobs are listed, and the position at which the list starts. It is part of the page's address, so that "back"
 * returns to the same list.
 */
export type JobSearch = {
  readonly status?: Job['status'];
  readonly reference?: string;
  readonly cursor?: string;
};

export const statusNames: Readonly<Record<Job['status'], string>> = {
  queued: 'Queued',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** Parses the part of an address after the question mark. Ignores unknown parameters. */
export const jobSearchOf = (query: string): JobSearch => {
  const parameters = new URLSearchParams(query);
  const status = statuses.find((one) => one === parameters.get('status'));
  const reference = parameters.get('reference');
  const cursor = parameters.get('cursor');
  return {
    ...(status && { status }),
    ...(reference && { reference }),
    ...(cursor && { cursor }),
  };
};

/** Whether a search text is a job id, which opens the job, instead of a reference. */
export const isJobId = (text: string): boolean => /^ofq_[a-z0-9]+$/.test(text.trim());
