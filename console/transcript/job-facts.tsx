import type { ComponentChildren } from 'preact';
import type { TranscriptionView } from '../api/types.ts';
import { clock, languageName } from '../format.ts';
import { priceOf } from '../jobs/job-words.ts';
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

const factsOf = (job: TranscriptionView): Fact[] => {
  const facts: Fact[] = [
    ['Status', <JobStatus status={job.status} />],
    ['Mode', <Badge tone={job.mode === 'live' ? 'good' : 'test'} text={job.mode} />],
    ['Length', job.audio_ms === null ? null : clock(job.audio_ms)],
    ['Channels', (job.channels ?? 1) > 1 ? job.channels : null],
    ['Language', languagesOf(job.detected_languages ?? [])],
    ['Price', priceOf(job)],
  ];
  return [...facts.filter(([, value]) => value), ...labelsOf(job)];
};

/** The detected language, or several with their shares: `English`, or `English 80 %, French 20 %`. */
const languagesOf = (detected: NonNullable<TranscriptionView['detected_languages']>): string =>
  detected
    .map(({ language, share }) =>
      detected.length === 1
        ? languageName(language)
        : `${languageName(language)} ${Math.round(100 * share)} %`,
    )
    .join(', ');
