import { useState } from 'preact/hooks';
import { keyOf } from '../api/query-keys.ts';
import { listWebhooks } from '../api/webhook-calls.ts';
import type { Tenant, Webhook } from '../api/types.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { LongList } from '../parts/long-list.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { addressOf } from './address.ts';
import { NewWebhook } from './new-webhook.tsx';
import { WebhookTable } from './webhook-table.tsx';
import { mayIn } from '../workspace.ts';

const textOf = (webhook: Webhook): string =>
  [addressOf(webhook), webhook.description, webhook.status].join(' ');

export const WebhooksPage = ({ tenant }: { tenant: Tenant }) => {
  const webhooks = useQuery({
    key: keyOf.webhooks(tenant),
    load: () => listWebhooks(tenant),
  });
  const [isCreating, setCreating] = useState(false);
  return (
    <>
      <PageHeading
        title="Webhooks"
        lead={`Your server gets a signed message when a job ${tenant.mode === 'test' ? 'in test mode ' : ''}ends, so it does not have to poll.`}
      >
        {mayIn(tenant.projectId, 'build') && (
          <Button tone="main" onClick={() => setCreating(true)}>
            New endpoint
          </Button>
        )}
      </PageHeading>
      <Loaded query={webhooks} what="endpoints">
        {(list) =>
          list.length === 0 ? (
            <Empty>
              <p>No endpoint yet. Add the https address of your server that receives the messages.</p>
            </Empty>
          ) : (
            <LongList items={list} what="endpoints" textOf={textOf}>
              {(shown) => <WebhookTable tenant={tenant} webhooks={shown} />}
            </LongList>
          )
        }
      </Loaded>
      {isCreating && (
        <NewWebhook tenant={tenant} onCreated={webhooks.reload} onClose={() => setCreating(false)} />
      )}
    </>
  );
};
