import type { Webhook } from '../api/types.ts';
import { Moment } from '../parts/moment.tsx';
import { addressOf } from './address.ts';
import { WebhookStatus } from './webhook-status.tsx';

export const WebhookFacts = ({ webhook }: { webhook: Webhook }) => {
  const { hint, created_at, previous_expires_at } = webhook.secret_metadata;
  return (
    <dl class="facts">
      <dt>Address</dt>
      <dd>{addressOf(webhook)}</dd>
      {webhook.description && (
        <>
          <dt>Description</dt>
          <dd>{webhook.description}</dd>
        </>
      )}
      <dt>Status</dt>
      <dd>
        <WebhookStatus webhook={webhook} />
        {webhook.disabled_reason && (
          <span class="quiet"> {webhook.disabled_reason.replaceAll('_', ' ')}</span>
        )}
      </dd>
      <dt>Messages</dt>
      <dd>
        {webhook.events.map((event) => (
          <code key={event} class="line">
            {event}
          </code>
        ))}
      </dd>
      <dt>Secret</dt>
      <dd>
        <code>{hint}</code>{' '}
        <span class="quiet">
          created <Moment at={created_at} />
          {previous_expires_at && (
            <>
              ; the previous one also signs until <Moment at={previous_expires_at} />
            </>
          )}
        </span>
      </dd>
    </dl>
  );
};
