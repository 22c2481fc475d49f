import { useState } from 'preact/hooks';
import { keyOf } from '../api/query-keys.ts';
import { listTranscriptions } from '../api/transcription-calls.ts';
import type { Tenant } from '../api/types.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Pager } from '../parts/pager.tsx';
import { useQuery } from '../parts/use-query.ts';
import { isUnfinished } from '../transcript/job-query.ts';
import { JobTable } from './job-table.tsx';

const listPollMs = 2000;

export const RecentJobs = ({ tenant }: { tenant: Tenant }) => {
  const [cursor, setCursor] = useState<string>();
  const jobs = useQuery({
    key: [...keyOf.jobs(tenant), cursor],
    load: () => listTranscriptions(tenant, cursor),
    pollMs: ({ data }) => data.some(isUnfinished) && listPollMs,
  });
  return (
    <section aria-labelledby="recent">
      <div class="card-heading">
        <h2 id="recent">Recent jobs</h2>
        <button type="button" class="secondary outline small" onClick={() => void jobs.reload()}>
          Refresh
        </button>
      </div>
      <Loaded query={jobs} what="jobs">
        {({ data, next_cursor: next }) => (
          <>
            {data.length === 0 && cursor === undefined ? (
              <Empty>
                <p>
                  {tenant.mode === 'test'
                    ? 'No job in test mode yet. Jobs from this page and from your test keys are listed here.'
                    : 'No job yet. Jobs from this page and from your live keys are listed here.'}
                </p>
              </Empty>
            ) : (
              <JobTable tenant={tenant} jobs={data} />
            )}
            <Pager cursor={cursor} next={next} onCursor={setCursor} />
          </>
        )}
      </Loaded>
    </section>
  );
};
