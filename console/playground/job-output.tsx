import type { JobRef } from '../api/transcription-calls.ts';
import type { TranscriptionView } from '../api/types.ts';
import { clock } from '../format.ts';
import { priceOf } from '../jobs/job-words.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useQuery } from '../parts/use-query.ts';
import { hashOf } from '../route.ts';
import { DownloadMenu } from '../transcript/download-menu.tsx';
import { FollowedJob } from '../transcript/followed-job.tsx';
import { jobQuery } from '../transcript/job-query.ts';
import { hasText, JobOutcome } from '../transcript/job-result.tsx';
import { transcriptText } from '../transcript/transcript-text.ts';

/** The progress of a job, then its text with a player. */
export const JobOutput = ({ jobRef, name }: { jobRef: JobRef; name: string }) => {
  const query = useQuery(jobQuery(jobRef));
  const job = query.state.is === 'ready' ? query.state.value : undefined;
  return (
    <>
      <div class="card-heading">
        <div>
          <h2>{name}</h2>
          {/* `0:44 · $0.003698` */}
          {job && <p class="quiet">{[lengthOf(job), priceOf(job)].filter(Boolean).join(' · ')}</p>}
        </div>
        <div class="actions">
          {job && hasText(job) && (
            <>
              <CopyButton text={transcriptText(job.segments ?? [])} />
              <DownloadMenu jobRef={jobRef} job={job} />
            </>
          )}
          <a href={hashOf.job(jobRef, jobRef.jobId)}>Open the job</a>
        </div>
      </div>
      <Loaded query={query} what="transcription">
        {(value) => (
          <FollowedJob jobRef={jobRef} job={value} onCanceled={query.reload}>
            <JobOutcome jobRef={jobRef} job={value} />
          </FollowedJob>
        )}
      </Loaded>
    </>
  );
};

const lengthOf = ({ audio_ms: ms }: TranscriptionView): string | null => (ms === null ? null : clock(ms));
