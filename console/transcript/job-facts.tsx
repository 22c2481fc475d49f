import type { ComponentChildren } from 'preact';
import type { TranscriptionView } from '../api/types.ts';
import { clock, dollars, languageName } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { JobStatus } from './job-status.tsx';
import { labelsOf } from './labels.ts';

export const JobFacts = ({ job }: { job: TranscriptionView }) => (
  <dl class="side">
    {factsOf(job).map(([name, value], at) => (
      <div key={at}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

type Fact = readonly [name: string, value: ComponentChildren];

const factsOf = (job: TranscriptionView): Fact[] => [
  ['Status', <JobStatus status={job.status} />],
  ['Mode', <Badge tone={job.mode === 'live' ? 'good' : 'test'} text={job.mode} />],
  ...(job.audio_ms === null ? [] : [['Length', clock(job.audio_ms)] as const]),
  ...((job.channels ?? 1) > 1 ? [['Channels', job.channels] as const] : []),
  ...(job.detected_languages?.length ? [['Language', languagesOf(job.detected_languages)] as const] : []),
  ...(job.billing.amount_usd === null ? [] : [['Price', priceOf(job, job.billing.amount_usd)] as const]),
  ...labelsOf(job),
];

const priceOf = ({ mode }: TranscriptionView, usd: string): string =>
  mode === 'test' ? 'Free' : dollars(usd);

/** The detected language, or several with their shares: `English`, or `English 80 %, French 20 %`. */
const languagesOf = (detected: NonNullable<TranscriptionView['detected_languages']>): string =>
  detected
    .map(({ language, share }) =>
      detected.length === 1
        ? languageName(language)
        : `${languageName(language)} ${Math.round(100 * share)} %`,
    )
    .join(', ');
