import type { TranscriptionView } from '../api/types.ts';
import { clock, dollars, languageName } from '../format.ts';
import { ModeBadge } from '../parts/mode-badge.tsx';
import { JobStatus } from './job-status.tsx';
import { labelsOf } from './labels.ts';

export const JobFacts = ({ job }: { job: TranscriptionView }) => (
  <dl class="figures">
    <div>
      <dt>Status</dt>
      <dd>
        <JobStatus status={job.status} />
      </dd>
    </div>
    <div>
      <dt>Mode</dt>
      <dd>
        <ModeBadge mode={job.mode} />
      </dd>
    </div>
    {job.audio_ms !== null && (
      <div>
        <dt>Length</dt>
        <dd>{clock(job.audio_ms)}</dd>
      </div>
    )}
    {job.channels !== null && job.channels > 1 && (
      <div>
        <dt>Channels</dt>
        <dd>{job.channels}</dd>
      </div>
    )}
    {job.detected_languages && job.detected_languages.length > 0 && (
      <div>
        <dt>Language</dt>
        <dd>{job.detected_languages.map(({ language }) => languageName(language)).join(', ')}</dd>
      </div>
    )}
    {job.billing.amount_usd !== null && (
      <div>
        <dt>Price</dt>
        <dd>{job.mode === 'test' ? 'Free' : dollars(job.billing.amount_usd)}</dd>
      </div>
    )}
    {labelsOf(job).map(([name, value], at) => (
      <div key={at}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
