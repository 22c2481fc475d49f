import type { JobRef } from '../api/transcription-calls.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loading } from '../parts/loading.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { hashOf } from '../route.ts';
import { EraseButton } from './erase-button.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobResult } from './job-result.tsx';
import { isUnfinished } from './follow.ts';
import { useJob } from './use-job.ts';

/** The progress of a job, then its result. */
export const JobPage = ({ jobRef }: { jobRef: JobRef }) => {
  const { state, reload } = useJob(jobRef);
  const job = state.is === 'known' ? state.job : undefined;
  return (
    <>
      <p class="back">
        <a href={hashOf.project(jobRef, 'playground')}>Playground</a>
      </p>
      <PageHeading
        title="Transcription"
        lead={
          job && (
            <>
              <code>{job.id}</code> created <Moment at={job.created_at} />
            </>
          )
        }
      >
        {job && !isUnfinished(job) && job.deleted_at === null && <EraseButton jobRef={jobRef} />}
      </PageHeading>
      {state.is === 'loading' && <Loading what="transcription" />}
      {state.is === 'failed' && <ErrorNote error={state.error} onRetry={reload} />}
      {job &&
        (isUnfinished(job) ? (
          <JobProgress jobRef={jobRef} job={job} onCanceled={reload} />
        ) : (
          <JobResult jobRef={jobRef} job={job} />
        ))}
    </>
  );
};
