import { useState } from 'preact/hooks';
import type { JobPlace } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { recordingOf } from '../playground/audio-files.ts';
import { Downloads } from './downloads.tsx';
import { Failure } from './failure.tsx';
import { JobFacts } from './job-facts.tsx';
import { Listening } from './listening.tsx';

type Props = { place: JobPlace; job: TranscriptionView };

/** What came of a job that has ended. */
export const JobResult = ({ place, job }: Props) => {
  const [recording, setRecording] = useState(() => recordingOf(job.id));
  return (
    <>
      <p class="sr-only" role="status">
        The job is {job.status}.
      </p>
      <JobFacts job={job} />
      {job.error && <Failure error={job.error} />}
      {job.status === 'canceled' && <p>It was canceled and costs nothing.</p>}
      {job.status === 'completed' && (
        <>
          <Downloads place={place} isTranslated={job.translated_text !== null} />
          <Listening job={job} recording={recording} onRecording={setRecording} />
        </>
      )}
    </>
  );
};
