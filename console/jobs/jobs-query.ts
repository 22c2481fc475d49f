import { keyOf } from '../api/query-keys.ts';
import { listTranscriptions } from '../api/transcription-calls.ts';
import type { Job, Page, Tenant } from '../api/types.ts';
import { isUnfinished } from '../transcript/job-query.ts';
import type { JobSearch } from './job-search.ts';

const unfinishedPollMs = 3_000;
const newJobsPollMs = 15_000;

/** A page of jobs, newest first. It is reloaded while it has unfinished jobs. The first page also finds new jobs. */
export const jobsQuery = (tenant: Tenant, search: JobSearch = {}) => ({
  key: [...keyOf.jobs(tenant), search],
  load: () => listTranscriptions(tenant, search),
  pollMs: ({ data }: Page<Job>) => {
    if (data.some(isUnfinished)) return unfinishedPollMs;
    return search.cursor === undefined && newJobsPollMs;
  },
});
