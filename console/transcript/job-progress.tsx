import { deleteTranscription, type JobRef } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { clock } from '../format.ts';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { useAction } from '../parts/use-action.ts';
import { mayIn } from '../workspace.ts';
import { JobStatus } from './job-status.tsx';

type Props = { jobRef: JobRef; job: TranscriptionView; onCanceled: () => Promise<void> };

export const JobProgress = ({ jobRef, job, onCanceled }: Props) => {
  const cancel = useAction(async () => {
    await deleteTranscription(jobRef);
    await onCanceled();
  });
  const { percent, processed_ms: done, total_ms: total } = job.progress;
  return (
    <section class="card" aria-label="Progress">
      <p class="actions">
        <JobStatus status={job.status} />
        <span class="quiet">
          {job.status === 'queued' ? 'Waiting for a worker' : 'Transcribing'}
          {total !== null && `, ${clock(done ?? 0)} of ${clock(total)}`}
        </span>
      </p>
      {job.status === 'queued' ? (
        <progress aria-label="Transcription" />
      ) : (
        <progress max={100} value={percent} aria-label="Transcription" />
      )}
      <ErrorNote error={cancel.error} />
      {mayIn(jobRef.projectId, 'build') && (
        <Button onClick={() => cancel.run()} isBusy={cancel.isBusy}>
          Cancel
        </Button>
      )}
    </section>
  );
};
