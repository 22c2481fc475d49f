import { useEffect, useState } from 'preact/hooks';
import type { Tenant } from '../api/types.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { noneFound } from '../parts/none-found.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import { Pager } from '../parts/pager.tsx';
import { useQuery } from '../parts/use-query.ts';
import { searchOf } from '../route.ts';
import { hash } from '../router.ts';
import { mayIn } from '../workspace.ts';
import { DeleteJobs } from './delete-jobs.tsx';
import { JobFilters } from './job-filters.tsx';
import { type JobSearch, jobSearchOf } from './job-search.ts';
import { JobTable } from './job-table.tsx';
import { jobsQuery } from './jobs-query.ts';
import { NoJobs } from './no-jobs.tsx';

/** The jobs of a project in a mode. The page's address determines which are shown. */
export const JobsPage = ({ tenant }: { tenant: Tenant }) => {
  const query = searchOf(hash.value);
  const search = jobSearchOf(query);
  const jobs = useQuery(jobsQuery(tenant, search));
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setSelected(new Set()), [query]);
  const toggle = (id: string) => setSelected((before) => before.symmetricDifference(new Set([id])));
  const mayBuild = mayIn(tenant.projectId, 'build');
  return (
    <>
      <PageHeading title="Jobs" lead="Transcriptions of this project, newest first." />
      <div class="toolbar">
        <JobFilters tenant={tenant} shown={search} />
        {mayBuild && (
          <div class="actions">
            <DeleteJobs
              tenant={tenant}
              ids={selected}
              onDeleted={(id) => setSelected((before) => before.difference(new Set([id])))}
            />
          </div>
        )}
      </div>
      <Loaded query={jobs} what="jobs">
        {({ data, next_cursor: next }) => (
          <>
            {data.length === 0 ? (
              <NoneFound tenant={tenant} search={search} next={next} />
            ) : (
              <JobTable
                tenant={tenant}
                jobs={data}
                {...(mayBuild && {
                  selection: {
                    ids: selected,
                    onToggle: toggle,
                    onAll: (isAll) => setSelected(new Set(isAll ? data.map(({ id }) => id) : [])),
                  },
                })}
              />
            )}
            <Pager next={next} />
          </>
        )}
      </Loaded>
    </>
  );
};

type NoneProps = { tenant: Tenant; search: JobSearch; next: string | null };

const NoneFound = ({ tenant, search, next }: NoneProps) => {
  if (Object.keys(search).length === 0) return <NoJobs tenant={tenant} next={next} />;
  return (
    <Empty>
      <p>{noneFound({ what: 'No such job', next })}</p>
    </Empty>
  );
};
