import { useState } from 'preact/hooks';
import type { Delivery } from '../api/types.ts';
import { listDeliveries, sendTest, type WebhookRef } from '../api/webhook-calls.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Pager } from '../parts/pager.tsx';
import { useAction } from '../parts/use-action.ts';
import { useQuery } from '../parts/use-query.ts';
import { DeliveryRow } from './delivery-row.tsx';

const pollMs = 2000;

const dueSoon = ({ status, next_attempt_at: next }: Delivery): boolean =>
  status === 'pending' && (next === null || Date.parse(next) < Date.now() + 60_000);

type Props = { webhookRef: WebhookRef; canTest: boolean };

/** The delivery log, newest first. Polls while a delivery is due soon. */
export const Deliveries = ({ webhookRef, canTest }: Props) => {
  const [cursor, setCursor] = useState<string>();
  // A worker writes the delivery, some moments after the test was sent.
  const [awaited, setAwaited] = useState<string>();
  const isExpected = (data: readonly Delivery[]) =>
    awaited !== undefined && !data.some(({ event_id: eventId }) => eventId === awaited);
  const log = useQuery({
    key: ['deliveries', webhookRef.webhookId, cursor],
    load: () => listDeliveries(webhookRef, cursor),
    pollMs: ({ data }) => (isExpected(data) || data.some(dueSoon)) && pollMs,
  });
  const { reload } = log;
  const test = useAction(async () => {
    const { event_id: eventId } = await sendTest(webhookRef);
    setCursor(undefined);
    setAwaited(eventId);
    await reload();
  });
  return (
    <section aria-labelledby="deliveries">
      <div class="card-heading">
        <h2 id="deliveries">Deliveries</h2>
        <div class="actions">
          <Button onClick={() => void reload()}>Refresh</Button>
          {canTest && (
            <Button tone="main" size="small" onClick={() => test.run()} isBusy={test.isBusy}>
              Send a test
            </Button>
          )}
        </div>
      </div>
      <ErrorNote error={test.error} />
      <Loaded query={log} what="deliveries">
        {({ data, next_cursor: next }) =>
          data.length === 0 ? (
            <Empty>
              <p>
                Nothing was sent yet. {canTest && 'Send a test to check that your server receives messages.'}
              </p>
            </Empty>
          ) : (
            <>
              <ul class="rows deliveries">
                {data.map((delivery) => (
                  <DeliveryRow
                    key={delivery.id}
                    webhookRef={webhookRef}
                    delivery={delivery}
                    onChange={reload}
                  />
                ))}
              </ul>
              <Pager cursor={cursor} next={next} onCursor={setCursor} />
            </>
          )
        }
      </Loaded>
    </section>
  );
};
