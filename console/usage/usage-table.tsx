import { useState } from 'preact/hooks';
import type { Usage } from '../api/types.ts';
import { duration, exactDollars } from '../format.ts';
import { Table } from '../parts/table.tsx';
import { longDate } from './dates.ts';

const columns = [
  'Day (UTC)',
  { name: 'Jobs', is: 'number' },
  { name: 'Audio', is: 'number' },
  { name: 'Price', is: 'number' },
] as const;

/** One row per day with jobs, newest first. A switch adds the days without jobs. */
export const UsageTable = ({ days }: { days: Usage['days'] }) => {
  const [showsAll, setShowsAll] = useState(false);
  const shown = days.filter(({ jobs }) => showsAll || jobs > 0).toReversed();
  return (
    <section aria-labelledby="by-day">
      <div class="card-heading">
        <h2 id="by-day">By day</h2>
        <label class="switch">
          <input
            type="checkbox"
            role="switch"
            checked={showsAll}
            onChange={(event) => setShowsAll(event.currentTarget.checked)}
          />
          Show days without jobs
        </label>
      </div>
      <Table columns={columns} phone="table">
        {shown.map((day) => (
          <tr key={day.date}>
            <th scope="row">{longDate(day.date)}</th>
            <td class="number" data-label="Jobs">
              {day.jobs.toLocaleString('en')}
            </td>
            <td class="number" data-label="Audio">
              {duration(day.audio_ms)}
            </td>
            <td class="number" data-label="Price">
              {exactDollars(day.amount_usd)}
            </td>
          </tr>
        ))}
      </Table>
    </section>
  );
};
