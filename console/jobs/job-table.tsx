import { keyOf } from '../api/query-keys.ts';
import { listKeys } from '../api/calls.ts';
import type { ApiKey, Job, Tenant } from '../api/types.ts';
import { clock, exactDollars, languageName } from '../format.ts';
import { Moment } from '../parts/moment.tsx';
import { Table } from '../parts/table.tsx';
import { useQuery } from '../parts/use-query.ts';
import { hashOf } from '../route.ts';
import { JobStatus } from '../transcript/job-status.tsx';
import { excerptOf, priceOf, sourceOf, titleOf } from './job-words.ts';

export type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
  /** Selects all shown jobs, or none. */
  readonly onAll: (isAll: boolean) => void;
};

type Props = { tenant: Tenant; jobs: readonly Job[]; selection?: Selection };

const columns = [
  'Recording',
  'Status',
  'Source',
  'Language',
  { name: 'Length', is: 'number' },
  { name: 'Price', is: 'number' },
  'Reference',
  'Created',
] as const;

/** Jobs with the details by which people distinguish them: file name, and first words or the cause of a failure. */
export const JobTable = ({ tenant, jobs, selection }: Props) => {
  const { state } = useQuery({
    key: keyOf.keys(tenant.projectId),
    load: () => listKeys(tenant.projectId),
  });
  const keys = state.is === 'ready' ? state.value : [];
  return (
    <Table columns={selection ? [selectAll(jobs, selection), ...columns] : columns} phone="lines">
      {jobs.map((job) => (
        <JobRow key={job.id} tenant={tenant} job={job} keys={keys} {...(selection && { selection })} />
      ))}
    </Table>
  );
};

const selectAll = (jobs: readonly Job[], { ids, onAll }: Selection) => {
  const count = jobs.filter(({ id }) => ids.has(id)).length;
  return {
    name: 'Select all',
    is: 'selection',
    box: (
      <input
        type="checkbox"
        checked={count === jobs.length}
        indeterminate={count > 0 && count < jobs.length}
        onChange={(event) => onAll(event.currentTarget.checked)}
      />
    ),
  } as const;
};

type RowProps = Omit<Props, 'jobs'> & { job: Job; keys: readonly ApiKey[] };

const JobRow = ({ tenant, job, keys, selection }: RowProps) => (
  <tr>
    {selection && (
      <td class="select">
        <input
          type="checkbox"
          aria-label={`Select ${titleOf(job)}`}
          checked={selection.ids.has(job.id)}
          onChange={() => selection.onToggle(job.id)}
        />
      </td>
    )}
    <th scope="row" class="recording-cell">
      <a href={hashOf.job(tenant, job.id)}>{titleOf(job)}</a>
      {excerptOf(job) && (
        <span class="quiet excerpt" lang={(job.first_words && job.detected_language) ?? undefined} dir="auto">
          {excerptOf(job)}
        </span>
      )}
    </th>
    <td data-label="Status">
      <JobStatus status={job.status} />
    </td>
    <td data-label="Source">{sourceOf(job, keys)}</td>
    <td data-label="Language">{job.detected_language && languageName(job.detected_language)}</td>
    <td class="number" data-label="Length">
      {job.audio_ms !== null && clock(job.audio_ms)}
    </td>
    <td class="number" data-label="Price">
      {priceOf(job, exactDollars)}
    </td>
    <td data-label="Reference">{job.client_reference_id}</td>
    <td data-label="Created">
      <Moment at={job.created_at} />
    </td>
  </tr>
);
