import { getTranscription, type JobRef } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { jobsQuery } from '../jobs/jobs-query.ts';
import { useQuery } from '../parts/use-query.ts';
import { isUnfinished, jobQuery } from '../transcript/job-query.ts';
import { JobStatus } from '../transcript/job-status.tsx';

/**
 * The status of one of many jobs. It is read from the list of the newest jobs: a waiting request for each job would use up the
 * requests that the servers of the project may have.
 */
export const SentStatus = ({ jobRef }: { jobRef: JobRef }) => {
  const { state } = useQuery(jobsQuery(jobRef));
  if (state.is === 'loading') return null;
  const listed = state.is === 'ready' && state.value.data.find(({ id }) => id === jobRef.jobId);
  return listed ? <JobStatus status={listed.status} /> : <OlderStatus jobRef={jobRef} />;
};

const olderPollMs = 30_000;

/** The status of a job that is no longer among the newest. The request does not wait for the end of the job. */
const OlderStatus = ({ jobRef }: { jobRef: JobRef }) => {
  const { state } = useQuery({
    ...jobQuery(jobRef),
    load: (signal) => getTranscription(jobRef, 0, signal),
    pollMs: (job: TranscriptionView) => isUnfinished(job) && olderPollMs,
  });
  return state.is === 'ready' ? <JobStatus status={state.value.status} /> : null;
};
