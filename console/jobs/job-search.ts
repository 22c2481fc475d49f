import type { Job } from '../api/types.ts';

const statuses = [
  'queued',
  'processing',
  'completed',
  'failed',
  'canceled',
] as const satisfies Job['status'][];

/** Which jobs are listed, and from where on. It is part of the page's address, so that "back" finds the same list again. */
export type JobSearch = {
  readonly status?: Job['status'];
  readonly reference?: string;
  readonly cursor?: string;
};

export const isStatus = (text: string): text is Job['status'] => statuses.some((status) => status === text);

export const statusNames: Readonly<Record<Job['status'], string>> = {
  queued: 'Queued',
  processing: 'Processing',
  completed: 'Completed',
  failed: 'Failed',
  canceled: 'Canceled',
};

/** Parses what follows the question mark of an address; what it does not know is left out. */
export const jobSearchOf = (query: string): JobSearch => {
  const parameters = new URLSearchParams(query);
  const status = parameters.get('status') ?? '';
  const [reference, cursor] = [parameters.get('reference'), parameters.get('cursor')];
  return {
    ...(isStatus(status) && { status }),
    ...(reference && { reference }),
    ...(cursor && { cursor }),
  };
};

/** The reverse: empty, or beginning with a question mark. */
export const queryOfSearch = (search: JobSearch): string => {
  const parameters = new URLSearchParams(search);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
};

/** Whether somebody searches for a job by its id, which opens it, instead of by a reference. */
export const isJobId = (text: string): boolean => /^ofq_[a-z0-9]+$/.test(text.trim());
