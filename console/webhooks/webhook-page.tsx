import { getWebhook, type WebhookRef } from '../api/webhook-calls.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useQuery } from '../parts/use-query.ts';
import { hashOf } from '../route.ts';
import { mayIn } from '../workspace.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { VerifySamples } from './verify-samples.tsx';
import { WebhookFacts } from './webhook-facts.tsx';

export const WebhookPage = ({ webhookRef }: { webhookRef: WebhookRef }) => {
  const webhook = useQuery({
    key: ['webhook', webhookRef.webhookId],
    load: () => getWebhook(webhookRef),
  });
  return (
    <>
      <p class="back">
        <a href={hashOf.project(webhookRef, 'webhooks')}>Webhooks</a>
      </p>
      <PageHeading title="Webhook endpoint" />
      <Loaded query={webhook} what="endpoint">
        {(value) => (
          <>
            <WebhookFacts webhook={value} />
            {mayIn(webhookRef.projectId, 'build') ? (
              <WebhookActions webhookRef={webhookRef} webhook={value} onChange={webhook.change} />
            ) : (
              <p class="quiet">Owners and developers can change and test this endpoint.</p>
            )}
            <Deliveries
              webhookRef={webhookRef}
              isEnabled={value.status === 'enabled'}
              canTest={value.url !== null}
            />
            <VerifySamples />
          </>
        )}
      </Loaded>
    </>
  );
};
