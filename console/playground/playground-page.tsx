import { capabilitiesQuery } from '../api/capabilities-query.ts';
import type { Tenant } from '../api/types.ts';
import { count, dollars } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { RecentJobs } from '../jobs/recent-jobs.tsx';
import { TryForm } from './try-form.tsx';

export const PlaygroundPage = ({ tenant }: { tenant: Tenant }) => {
  const isTest = tenant.mode === 'test';
  const capabilities = useQuery(capabilitiesQuery);
  return (
    <>
      <PageHeading
        title="Playground"
        lead={`Transcribe a recording as your customers will. ${
          isTest ? 'In test mode it costs nothing.' : 'It is charged like any job of this project.'
        }`}
      />
      <Loaded query={capabilities} what="capabilities">
        {(value) => (
          <>
            <TryForm tenant={tenant} capabilities={value} />
            <p class="quiet">
              {isTest
                ? `Free in test mode: up to ${count(value.limits.test_minutes_per_day_max, 'minute')} of audio a day (UTC) in this project.`
                : `${dollars(value.price.usd_per_minute)} per minute of audio. Failed jobs are free.`}
            </p>
          </>
        )}
      </Loaded>
      <RecentJobs tenant={tenant} />
    </>
  );
};
