import type { Tenant, TranscriptionSummary } from '../api/types.ts';
import { clock, exactDollars, languageName } from '../format.ts';
import { ModeBadge } from '../parts/mode-badge.tsx';
import { Moment } from '../parts/moment.tsx';
import { hashOf } from '../route.ts';
import { JobStatus } from '../transcript/job-status.tsx';

type Props = { tenant: Tenant; jobs: TranscriptionSummary[] };

/** Undefined until the job has ended. */
const priceOf = ({ mode, billing }: TranscriptionSummary): string | undefined => {
  if (billing.amount_usd === null) return undefined;
  return mode === 'test' ? 'Free' : exactDollars(billing.amount_usd);
};

export const JobTable = ({ tenant, jobs }: Props) => (
  <table class="stacked">
    <thead>
      <tr>
        <th scope="col">Queued</th>
        <th scope="col">Reference</th>
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
            <a href={hashOf.job(tenant, job.id)}>
              <Moment at={job.created_at} />
            </a>
          </th>
          <td data-label="Reference">{job.client_reference_id ?? '–'}</td>
          <td data-label="Status">
            <JobStatus status={job.status} /> {job.mode === 'test' && <ModeBadge mode={job.mode} />}
          </td>
          <td data-label="Language">{job.detected_language ? languageName(job.detected_language) : '–'}</td>
          <td data-label="Length">{job.audio_ms === null ? '–' : clock(job.audio_ms)}</td>
          <td data-label="Price">{priceOf(job) ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
);
