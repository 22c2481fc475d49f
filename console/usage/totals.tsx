import type { Usage } from '../api/types.ts';
import { count, dollars, duration } from '../format.ts';
import { Empty } from '../parts/empty.tsx';
import { UsageChart } from './usage-chart.tsx';

export const Totals = ({ totals, days }: Pick<Usage, 'totals' | 'days'>) => (
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
    {totals.jobs === 0 ? (
      <Empty>
        <p>No completed job on these days.</p>
      </Empty>
    ) : (
      <UsageChart days={days} />
    )}
  </>
);
