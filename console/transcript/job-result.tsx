import { useState } from 'preact/hooks';
import type { JobPlace } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { recordingOf } from '../playground/audio-files.ts';
import { Downloads } from './downloads.tsx';
import { Failure } from './failure.tsx';
import { JobFacts } from './job-facts.tsx';
import { hashOf } from '../route.ts';
import { Listening } from './listening.tsx';
import { RetryButton } from './retry-button.tsx';

type Props = { place: JobPlace; job: TranscriptionView };

/** What came of a job that has ended. */
export const JobResult = ({ place, job }: Props) => {
  const [recording, setRecording] = useState(() => recordingOf(job.id));
  const isErased = job.status !== 'canceled' && job.deleted_at !== null;
  return (
    <>
      <p class="sr-only" role="status">
        The job is {job.status}.
      </p>
      <JobFacts job={job} />
      {job.error && <Failure error={job.error} />}
      {job.error?.retryable && job.retried_as === null && job.source.deleted_at === null && (
        <RetryButton place={place} />
      )}
      {job.retried_as !== null && (
        <p>
          It was retried as <a href={hashOf.job(place, job.retried_as)}>another job</a>.
        </p>
      )}
      {job.status === 'canceled' && <p>It was canceled and costs nothing.</p>}
      {isErased && <p>You deleted its text and its audio. What it cost stays on the bill.</p>}
      {job.status === 'completed' && !isErased && (
        <>
          <Downloads place={place} isTranslated={job.translated_text !== null} />
          <Listening job={job} recording={recording} onRecording={setRecording} />
        </>
      )}
    </>
  );
};
