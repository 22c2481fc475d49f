import { getCapabilities } from '../api/calls.ts';
import { dollars } from '../format.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { RecentJobs } from './recent-jobs.tsx';
import { TryForm } from './try-form.tsx';

export const PlaygroundPage = ({ projectId }: { projectId: string }) => {
  const capabilities = useLoad(getCapabilities, 'capabilities');
  return (
    <>
      <PageHeading
        title="Playground"
        lead="Transcribe a recording as your customers will. It is charged like any job of this project."
      />
      <Loaded load={capabilities} what="what this deployment offers">
        {(value) => (
          <>
            <TryForm projectId={projectId} capabilities={value} />
            <p class="quiet">
              {dollars(value.price.usd_per_minute)} per minute of audio. Failed jobs are free.
            </p>
          </>
        )}
      </Loaded>
      <RecentJobs projectId={projectId} />
    </>
  );
};
