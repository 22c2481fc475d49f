import type { ComponentChildren } from 'preact';
import type { JobRef } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { isUnfinished } from './job-query.ts';
import { JobProgress } from './job-progress.tsx';
import { spokenState } from './spoken-state.ts';

type Props = {
  jobRef: JobRef;
  job: TranscriptionView;
  onCanceled: () => Promise<void>;
  /** What is shown of a job that has ended. */
  children: ComponentChildren;
};

/** A job on its way, or what became of it. Its state has one place that stays, because screen readers announce changes. */
export const FollowedJob = ({ jobRef, job, onCanceled, children }: Props) => (
  <>
    <p class="sr-only" role="status">
      {spokenState(job)}
    </p>
    {isUnfinished(job) ? <JobProgress jobRef={jobRef} job={job} onCanceled={onCanceled} /> : children}
  </>
);
