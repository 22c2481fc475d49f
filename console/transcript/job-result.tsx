import { useEffect, useState } from 'preact/hooks';
import type { JobRef } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { codeQuery } from '../parts/code-query.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Loading } from '../parts/loading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { recordingOf } from '../sending/sendings.ts';
import { hashOf } from '../route.ts';
import { Failure } from './failure.tsx';
import { JobFacts } from './job-facts.tsx';
import { noteOf } from './job-note.ts';
import { RetryButton } from './retry-button.tsx';

type Props = { jobRef: JobRef; job: TranscriptionView };

export const JobResult = ({ jobRef, job }: Props) => (
  <div class="with-side">
    <JobFacts job={job} />
    <div class="side-main">
      <JobOutcome jobRef={jobRef} job={job} />
    </div>
  </div>
);

/** The text of a job that has ended, or why it has none. */
export const JobOutcome = ({ jobRef, job }: Props) => (
  <>
    {job.error && <Failure error={job.error} />}
    {job.error?.retryable && job.retried_as === null && job.source.deleted_at === null && (
      <RetryButton jobRef={jobRef} />
    )}
    {job.retried_as !== null && (
      <p>
        This job was retried as <a href={hashOf.job(jobRef, job.retried_as)}>another job</a>.
      </p>
    )}
    <Note text={noteOf(job)} />
    {hasText(job) && job.transcript !== '' && <Text job={job} />}
  </>
);

const Note = ({ text }: { text: string | undefined }) => (text === undefined ? null : <p>{text}</p>);

export const hasText = ({ status, deleted_at: deletedAt }: TranscriptionView): boolean =>
  status === 'completed' && deletedAt === null;

/** This code is a quarter of the console's code, so it is loaded with the first transcript. */
const workspaceCode = codeQuery('transcript-workspace', () => import('./transcript-workspace.tsx'));

const Text = ({ job }: { job: TranscriptionView }) => {
  // Undefined until the browser has searched for it.
  const [recording, setRecording] = useState<File | null>();
  useEffect(() => {
    void recordingOf(job.id).then((known) => setRecording(known ?? null));
  }, [job.id]);
  const code = useQuery(workspaceCode);
  if (recording === undefined) return <Loading what="player" />;
  return (
    <Loaded query={code} what="player">
      {({ TranscriptWorkspace }) => (
        <TranscriptWorkspace job={job} recording={recording ?? undefined} onRecording={setRecording} />
      )}
    </Loaded>
  );
};
