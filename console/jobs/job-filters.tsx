import { useState } from 'preact/hooks';
import type { Tenant } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { hashOf } from '../route.ts';
import { goTo } from '../router.ts';
import { isJobId, isStatus, type JobSearch, statusNames } from './job-search.ts';

type Props = { tenant: Tenant; search: JobSearch };

/** Filters the list by status and reference. If the text is a job id, opens that job. */
export const JobFilters = ({ tenant, search }: Props) => {
  const [text, setText] = useState(search.reference ?? '');
  const { status } = search;
  const find = (event: Event) => {
    event.preventDefault();
    const reference = text.trim();
    if (isJobId(reference)) return goTo(hashOf.job(tenant, reference));
    goTo(hashOf.jobs(tenant, { ...(status && { status }), ...(reference && { reference }) }));
  };
  const choose = (chosen: string) => {
    const { reference } = search;
    goTo(
      hashOf.jobs(tenant, { ...(isStatus(chosen) && { status: chosen }), ...(reference && { reference }) }),
    );
  };
  return (
    <form class="filters" aria-label="Find jobs" onSubmit={find}>
      <input
        type="search"
        aria-label="Id or reference"
        placeholder="Id or reference"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit">Find</Button>
      <select
        aria-label="Status"
        value={status ?? ''}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">Any status</option>
        {Object.entries(statusNames).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </form>
  );
};
