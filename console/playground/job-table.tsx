import type { TranscriptionSummary } from '../api/types.ts';
import { clock, exactDollars, languageName } from '../format.ts';
import { Moment } from '../parts/moment.tsx';
import { hashOf } from '../route.ts';
import { JobStatus } from '../transcript/job-status.tsx';

type Props = { projectId: string; jobs: TranscriptionSummary[] };

export const JobTable = ({ projectId, jobs }: Props) => (
  <table class="stacked">
    <thead>
      <tr>
        <th scope="col">Queued</th>
        <th scope="col">Status</th>
        <th scope="col">Language</th>
        <th scope="col">Length</th>
        <th scope="col">Price</th>
      </tr>
    </thead>
    <tbody>
      {jobs.map((job) => (
        <tr key={job.id}>
          <th scope="row">
            <a href={hashOf.job(projectId, job.id)}>
              <Moment at={job.created_at} />
            </a>
          </th>
          <td data-label="Status">
            <JobStatus status={job.status} />
          </td>
          <td data-label="Language">{job.detected_language ? languageName(job.detected_language) : '–'}</td>
          <td data-label="Length">{job.audio_ms === null ? '–' : clock(job.audio_ms)}</td>
          <td data-label="Price">
            {job.billing.amount_usd === null ? '–' : exactDollars(job.billing.amount_usd)}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
