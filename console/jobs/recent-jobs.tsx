import type { Tenant } from '../api/types.ts';
import { Loaded } from '../parts/loaded.tsx';
import { useQuery } from '../parts/use-query.ts';
import { hashOf } from '../route.ts';
import { JobTable } from './job-table.tsx';
import { jobsQuery } from './jobs-query.ts';
import { NoJobs } from './no-jobs.tsx';

const shown = 5;

/** The newest jobs, on the page that creates jobs. */
export const RecentJobs = ({ tenant }: { tenant: Tenant }) => {
  const jobs = useQuery(jobsQuery(tenant));
  return (
    <section aria-labelledby="recent">
      <div class="card-heading">
        <h2 id="recent">Recent jobs</h2>
        <a href={hashOf.project(tenant, 'jobs')}>All jobs</a>
      </div>
      <Loaded query={jobs} what="jobs">
        {({ data, next_cursor: next }) =>
          data.length === 0 ? (
            <NoJobs tenant={tenant} next={next} />
          ) : (
            <JobTable tenant={tenant} jobs={data.slice(0, shown)} />
          )
        }
      </Loaded>
    </section>
  );
};
