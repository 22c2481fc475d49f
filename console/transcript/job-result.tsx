import { useState } from 'preact/hooks';
import type { JobRef } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { recordingOf } from '../playground/audio-files.ts';
import { Downloads } from './downloads.tsx';
import { Failure } from './failure.tsx';
import { JobFacts } from './job-facts.tsx';
import { hashOf } from '../route.ts';
import { TranscriptPlayer } from './transcript-player.tsx';
import { RetryButton } from './retry-button.tsx';

type Props = { jobRef: JobRef; job: TranscriptionView };

export const JobResult = ({ jobRef, job }: Props) => {
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
        <RetryButton jobRef={jobRef} />
      )}
      {job.retried_as !== null && (
        <p>
          This job was retried as <a href={hashOf.job(jobRef, job.retried_as)}>another job</a>.
        </p>
      )}
      {job.status === 'canceled' && <p>This job was canceled and costs nothing.</p>}
      {isErased && <p>The text and audio were deleted. The charge stays on the bill.</p>}
      {job.status === 'completed' && !isErased && (
        <>
          <Downloads jobRef={jobRef} isTranslated={job.translated_text !== null} />
          <TranscriptPlayer job={job} recording={recording} onRecording={setRecording} />
        </>
      )}
    </>
  );
};
