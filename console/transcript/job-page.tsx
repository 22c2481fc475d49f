import type { JobRef } from '../api/transcription-calls.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { hashOf } from '../route.ts';
import { JobDeliveries } from '../webhooks/job-deliveries.tsx';
import { CopyButton } from '../parts/copy-button.tsx';
import { DownloadMenu } from './download-menu.tsx';
import { transcriptText } from './transcript-text.ts';
import { EraseButton } from './erase-button.tsx';
import { FollowedJob } from './followed-job.tsx';
import { JobCredit } from './job-credit.tsx';
import { hasText, JobResult } from './job-result.tsx';
import { isUnfinished, jobQuery } from './job-query.ts';

/** The progress of a job, then its result. */
export const JobPage = ({ jobRef }: { jobRef: JobRef }) => {
  const query = useQuery(jobQuery(jobRef));
  const { state, reload } = query;
  const job = state.is === 'ready' ? state.value : undefined;
  return (
    <>
      <p class="back">
        <a href={hashOf.project(jobRef, 'jobs')}>Jobs</a>
      </p>
      <PageHeading
        title={job?.request?.filename ?? 'Transcription'}
        lead={
          job && (
            <>
              <code>{job.id}</code> created <Moment at={job.created_at} />
            </>
          )
        }
      >
        {job && hasText(job) && (
          <>
            <CopyButton text={transcriptText(job.segments ?? [])} />
            <DownloadMenu jobRef={jobRef} job={job} />
          </>
        )}
        {job && !isUnfinished(job) && job.deleted_at === null && <EraseButton jobRef={jobRef} />}
      </PageHeading>
      <Loaded query={query} what="transcription">
        {(value) => (
          <FollowedJob jobRef={jobRef} job={value} onCanceled={reload}>
            <JobResult jobRef={jobRef} job={value} />
            <JobCredit jobRef={jobRef} />
            <JobDeliveries jobRef={jobRef} endedAt={value.completed_at} />
          </FollowedJob>
        )}
      </Loaded>
    </>
  );
};
