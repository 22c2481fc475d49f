import { getWebhook, type WebhookPlace } from '../api/webhook-calls.ts';
import { Loaded } from '../parts/loaded.tsx';
import { PageHeading } from '../parts/page-heading.tsx';
import { useLoad } from '../parts/use-load.ts';
import { hashOf } from '../route.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookFacts } from './webhook-facts.tsx';

export const WebhookPage = ({ place }: { place: WebhookPlace }) => {
  const webhook = useLoad(() => getWebhook(place), place.webhookId);
  return (
    <>
      <p class="back">
        <a href={hashOf.project(place, 'webhooks')}>Webhooks</a>
      </p>
      <PageHeading title="Webhook endpoint" />
      <Loaded load={webhook} what="endpoint">
        {(value) => (
          <>
            <WebhookFacts webhook={value} />
            <WebhookActions place={place} webhook={value} onChange={webhook.change} />
            <Deliveries place={place} />
          </>
        )}
      </Loaded>
    </>
  );
};
