import { useState } from 'preact/hooks';
import { getUsage } from '../api/calls.ts';
import { count, dollars, duration } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { DateRange, type Range } from './date-range.tsx';
import { utcDate } from './dates.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageTable } from './usage-table.tsx';

export const UsagePage = ({ projectId }: { projectId: string }) => {
  const [range, setRange] = useState<Range>({ start: utcDate(29), end: utcDate() });
  const usage = useLoad(() => getUsage(projectId, range), `${projectId} ${range.start} ${range.end}`);
  return (
    <>
      <PageHeading
        title="Usage"
        lead="Completed jobs, by the day in UTC on which they ended. Failed and canceled jobs cost nothing."
      />
      <DateRange range={range} onRange={setRange} />
      <Loaded load={usage} what="usage">
        {({ totals, days }) => (
          <>
            <dl class="figures">
              <div>
                <dt>Price</dt>
                <dd>{dollars(totals.amount_usd)}</dd>
              </div>
              <div>
                <dt>Audio</dt>
                <dd>{duration(totals.audio_ms)}</dd>
              </div>
              <div>
                <dt>Jobs</dt>
                <dd>{totals.jobs.toLocaleString('en')}</dd>
              </div>
            </dl>
            <p class="sr-only" role="status">
              {count(totals.jobs, 'job')}, {duration(totals.audio_ms)}, {dollars(totals.amount_usd)}
            </p>
            <UsageChart days={days} />
            <UsageTable days={days} />
          </>
        )}
      </Loaded>
    </>
  );
};
