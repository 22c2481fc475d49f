import type { Tenant } from '../api/types.ts';
import { CodeBlock } from '../parts/code-block.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useQuery } from '../parts/use-query.ts';
import type { Sending } from '../sending/sending.ts';
import { jobQuery } from '../transcript/job-query.ts';
import type { Draft } from './draft.ts';
import { optionsOf } from './options.ts';

type Props = { tenant: Tenant; draft: Draft; shown: Sending | undefined };

/** The body of the filled-in request, and the job that the last request created. */
export const JsonView = ({ tenant, draft, shown }: Props) => {
  const source = draft.source === 'url' ? { audio_url: draft.url } : { upload_id: 'upl_…' };
  return (
    <>
      <h2>Request</h2>
      <CodeBlock label="Request" code={jsonOf({ ...source, ...optionsOf(draft.options) })} />
      <h2>Response</h2>
      {shown?.jobId ? (
        <Response key={shown.jobId} tenant={tenant} jobId={shown.jobId} />
      ) : (
        <p class="quiet">The job appears here once one is queued.</p>
      )}
    </>
  );
};

const Response = ({ tenant, jobId }: { tenant: Tenant; jobId: string }) => {
  const query = useQuery(jobQuery({ ...tenant, jobId }));
  return (
    <Loaded query={query} what="job">
      {(job) => <CodeBlock label="Response" code={jsonOf(job)} />}
    </Loaded>
  );
};

const jsonOf = (value: object): string => JSON.stringify(value, null, 2);
