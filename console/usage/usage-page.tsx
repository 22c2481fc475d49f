import { useState } from 'preact/hooks';
import { getUsage } from '../api/calls.ts';
import type { Tenant } from '../api/types.ts';
import { SpendNote } from '../billing/spend-note.tsx';
import { clock } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { DateRange, type Range } from './date-range.tsx';
import { utcDate } from './dates.ts';
import { FindRequest } from './find-request.tsx';
import { GroupTable } from './group-table.tsx';
import { Limits } from './limits.tsx';
import { Totals } from './totals.tsx';
import { UsageTable } from './usage-table.tsx';

export const UsagePage = ({ tenant }: { tenant: Tenant }) => {
  const { projectId, mode } = tenant;
  const [range, setRange] = useState<Range>({ start: utcDate(29), end: utcDate() });
  const usage = useQuery({
    key: ['usage', projectId, mode, range],
    load: () => getUsage(tenant, range),
  });
  const isLive = mode === 'live';
  return (
    <>
      <PageHeading
        title="Usage"
        lead={
          isLive
            ? 'Completed jobs by the UTC day on which they ended. Failed and canceled jobs cost nothing.'
            : 'Jobs in test mode cost nothing. Their audio per day is limited.'
        }
      />
      {isLive && <SpendNote projectId={projectId} />}
      <DateRange range={range} onRange={setRange} />
      <Loaded query={usage} what="usage" isTall>
        {(value) => (
          <>
            {value.test_quota && (
              <p>
                Used today (UTC): {clock(value.test_quota.used_ms)} of {clock(value.test_quota.limit_ms)} of
                audio.
              </p>
            )}
            <Totals totals={value.totals} days={value.days} />
            <GroupTable tenant={tenant} usage={value} />
            {value.totals.jobs > 0 && <UsageTable days={value.days} />}
            <Limits quotas={value.quotas} />
          </>
        )}
      </Loaded>
      <FindRequest tenant={tenant} />
    </>
  );
};
