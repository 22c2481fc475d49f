import { useEffect, useState } from 'preact/hooks';
import type { Tenant } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { StatusFilter } from '../parts/status-filter.tsx';
import { hashOf } from '../route.ts';
import { changeSearch, goTo } from '../router.ts';
import { isJobId, type JobSearch, statusNames } from './job-search.ts';

type Props = { tenant: Tenant; shown: JobSearch };

/** Filters the list by status and reference. If the text is a job id, opens that job. */
export const JobFilters = ({ tenant, shown: { status, reference = '' } }: Props) => {
  const [text, setText] = useState(reference);
  // "Back" also changes the reference.
  useEffect(() => setText(reference), [reference]);
  const find = (event: Event) => {
    event.preventDefault();
    const sought = text.trim();
    if (isJobId(sought)) goTo(hashOf.job(tenant, sought));
    else changeSearch({ reference: sought, cursor: undefined });
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
      <StatusFilter status={status} statuses={Object.entries(statusNames)} />
    </form>
  );
};
