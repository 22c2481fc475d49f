import { getUsage } from '../api/calls.ts';
import type { Tenant } from '../api/types.ts';
import { SpendNote } from '../billing/spend-note.tsx';
import { clock } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { searchOf } from '../route.ts';
import { changeSearch, hash } from '../router.ts';
import { DateRange } from './date-range.tsx';
import { FindRequest } from './find-request.tsx';
import { GroupTable } from './group-table.tsx';
import { Limits } from './limits.tsx';
import { rangeOf } from './range.ts';
import { Totals } from './totals.tsx';
import { UsageTable } from './usage-table.tsx';

/** The usage of a project in a mode. The page's address determines the days. */
export const UsagePage = ({ tenant }: { tenant: Tenant }) => {
  const { projectId, mode } = tenant;
  const range = rangeOf(searchOf(hash.value));
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
      <DateRange range={range} onRange={changeSearch} />
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
