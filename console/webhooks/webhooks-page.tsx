import { useState } from 'preact/hooks';
import { listWebhooks } from '../api/webhook-calls.ts';
import type { Tenant } from '../api/types.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookTable } from './webhook-table.tsx';

export const WebhooksPage = ({ tenant }: { tenant: Tenant }) => {
  const webhooks = useLoad(() => listWebhooks(tenant), `${tenant.projectId} ${tenant.mode}`);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <PageHeading
        title="Webhooks"
        lead={`A signed message to your server when a job ${tenant.mode === 'test' ? 'in test mode ' : ''}ends, so that it need not poll.`}
      >
        <button type="button" onClick={() => setAsking(true)}>
          New endpoint
        </button>
      </PageHeading>
      <Loaded load={webhooks} what="endpoints">
        {(list) =>
          list.length === 0 ? (
            <Empty>
              <p>No endpoint yet. Add the https address of your server that receives the messages.</p>
            </Empty>
          ) : (
            <WebhookTable tenant={tenant} webhooks={list} />
          )
        }
      </Loaded>
      {isAsking && (
        <NewWebhook tenant={tenant} onCreated={webhooks.reload} onClose={() => setAsking(false)} />
      )}
    </>
  );
};
