import type { JobRef } from '../api/transcription-calls.ts';
import { useQuery } from '../parts/use-query.ts';
import { jobQuery } from '../transcript/job-query.ts';
import { JobStatus } from '../transcript/job-status.tsx';

/** The status of a job. It is polled until the job has ended. */
export const SentStatus = ({ jobRef }: { jobRef: JobRef }) => {
  const { state } = useQuery(jobQuery(jobRef));
  return state.is === 'ready' ? <JobStatus status={state.value.status} /> : null;
};
