import { capabilitiesQuery } from '../api/capabilities-query.ts';
import type { Tenant } from '../api/types.ts';
import { SpendNote } from '../billing/spend-note.tsx';
import { RecentJobs } from '../jobs/recent-jobs.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { Checklist } from './checklist.tsx';
import { draftOf } from './draft.ts';
import { OutputPane } from './output-pane.tsx';
import { TryForm } from './try-form.tsx';

export const PlaygroundPage = ({ tenant }: { tenant: Tenant }) => {
  const capabilities = useQuery(capabilitiesQuery);
  const draft = draftOf(tenant);
  return (
    <>
      <PageHeading
        title="Playground"
        lead={`Transcribe a recording as your customers will. ${
          tenant.mode === 'test'
            ? 'In test mode it costs nothing.'
            : 'It is charged like any job of this project.'
        }`}
      />
      {tenant.mode === 'live' && <SpendNote projectId={tenant.projectId} />}
      <Checklist tenant={tenant} />
      <Loaded query={capabilities} what="capabilities" isTall>
        {(value) => (
          <div class="panes">
            <TryForm tenant={tenant} capabilities={value} draft={draft} />
            <OutputPane tenant={tenant} draft={draft} />
          </div>
        )}
      </Loaded>
      <RecentJobs tenant={tenant} />
    </>
  );
};
