import type { JobPlace } from '../api/transcription-calls.ts';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loading } from '../parts/loading.tsx';
import { Moment } from '../parts/moment.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { hashOf } from '../route.ts';
import { EraseButton } from './erase-button.tsx';
import { JobProgress } from './job-progress.tsx';
import { JobResult } from './job-result.tsx';
import { isOnItsWay } from './follow.ts';
import { useJob } from './use-job.ts';

/** One job: how far it is, then what came of it. */
export const JobPage = ({ place }: { place: JobPlace }) => {
  const { state, again } = useJob(place);
  const job = state.is === 'known' ? state.job : undefined;
  return (
    <>
      <p class="back">
        <a href={hashOf.project(place, 'playground')}>Playground</a>
      </p>
      <PageHeading
        title="Transcription"
        lead={
          job && (
            <>
              <code>{job.id}</code> of <Moment at={job.created_at} />
            </>
          )
        }
      >
        {job && !isOnItsWay(job) && job.deleted_at === null && <EraseButton place={place} />}
      </PageHeading>
      {state.is === 'loading' && <Loading what="transcription" />}
      {state.is === 'failed' && <ErrorNote error={state.error} onRetry={again} />}
      {job &&
        (isOnItsWay(job) ? (
          <JobProgress place={place} job={job} onCanceled={again} />
        ) : (
          <JobResult place={place} job={job} />
        ))}
    </>
  );
};
