import { useState } from 'preact/hooks';
import type { Usage } from '../api/types.ts';
import { duration, exactDollars } from '../format.ts';

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
      {shown.length === 0 ? (
        <p class="quiet">No completed job on these days.</p>
      ) : (
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">Day (UTC)</th>
              <th scope="col" class="number">
                Jobs
              </th>
              <th scope="col" class="number">
                Audio
              </th>
              <th scope="col" class="number">
                Price
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((day) => (
              <tr key={day.date}>
                <th scope="row">{day.date}</th>
                <td class="number">{day.jobs.toLocaleString('en')}</td>
                <td class="number">{duration(day.audio_ms)}</td>
                <td class="number">{exactDollars(day.amount_usd)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};
