import type { Delivery } from '../api/types.ts';
import { redeliver, type WebhookRef } from '../api/webhook-calls.ts';
import { count } from '../format.ts';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Moment } from '../parts/moment.tsx';
import { useAction } from '../parts/use-action.ts';
import { Attempts } from './attempts.tsx';

type Props = { webhookRef: WebhookRef; delivery: Delivery; onChange: () => Promise<void> };

const toneOf: Readonly<Record<Delivery['status'], 'good' | 'bad' | 'busy' | 'plain'>> = {
  delivered: 'good',
  failed: 'bad',
  pending: 'busy',
  held: 'plain',
};

export const DeliveryRow = ({ webhookRef, delivery, onChange }: Props) => {
  const redelivery = useAction(async () => {
    await redeliver(webhookRef, delivery.id);
    await onChange();
  });
  return (
    <li>
      <details>
        <summary>
          <Badge tone={toneOf[delivery.status]} text={delivery.status} />
          <code>{delivery.event_type}</code>
          <span class="quiet">
            <Moment at={delivery.created_at} /> · {count(delivery.attempts.length, 'attempt')}
          </span>
        </summary>
        <Attempts delivery={delivery} />
        <div class="actions">
          <Button onClick={() => redelivery.run()} isBusy={redelivery.isBusy}>
            Send again
          </Button>
          <span class="quiet">
            Event <code>{delivery.event_id}</code>
            {delivery.url !== null && <span class="breakable"> to {delivery.url}</span>}
          </span>
        </div>
        <ErrorNote error={redelivery.error} />
      </details>
    </li>
  );
};
