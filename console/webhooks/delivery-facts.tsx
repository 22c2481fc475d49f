import type { DeliveryDetails } from '../api/types.ts';
import type { WebhookRef } from '../api/webhook-calls.ts';
import { Moment } from '../parts/moment.tsx';
import { hashOf } from '../route.ts';
import { DeliveryStatus } from './delivery-status.tsx';

type Props = { webhookRef: WebhookRef; delivery: DeliveryDetails };

export const DeliveryFacts = ({ webhookRef, delivery }: Props) => {
  const { transcription_id: jobId, next_attempt_at: next, request_url: url } = delivery;
  return (
    <dl class="facts">
      <dt>Status</dt>
      <dd aria-live="polite">
        <DeliveryStatus status={delivery.status} />
      </dd>
      {next !== null && (
        <>
          <dt>Next attempt</dt>
          <dd>
            <Moment at={next} hasSeconds />
          </dd>
        </>
      )}
      <dt>Event</dt>
      <dd>
        <code>{delivery.event_id}</code>
      </dd>
      {jobId !== null && (
        <>
          <dt>Job</dt>
          <dd>
            <a href={hashOf.job(webhookRef, jobId)}>{jobId}</a>
          </dd>
        </>
      )}
      {url !== null && (
        <>
          <dt>Address</dt>
          <dd>POST {url}</dd>
        </>
      )}
    </dl>
  );
};
