import { useState } from 'preact/hooks';
import type { Usage } from '../api/types.ts';
import { duration, exactDollars } from '../format.ts';
import { Table } from '../parts/table.tsx';

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
    <>
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          checked={showsAll}
          onChange={(event) => setShowsAll(event.currentTarget.checked)}
        />
        Show days without jobs
      </label>
      <Table columns={columns}>
        {shown.map((day) => (
          <tr key={day.date}>
            <th scope="row">{day.date}</th>
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
    </>
  );
};
