import { useEffect, useState } from 'preact/hooks';
import type { Delivery } from '../api/types.ts';
import { listDeliveries, sendTest, type WebhookRef } from '../api/webhook-calls.ts';
import { Empty } from '../parts/empty.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Pager } from '../parts/pager.tsx';
import { useAction } from '../parts/use-action.ts';
import { useLoad } from '../parts/use-load.ts';
import { DeliveryRow } from './delivery-row.tsx';

const pollMs = 2000;

const dueSoon = ({ status, next_attempt_at: next }: Delivery): boolean =>
  status === 'pending' && (next === null || Date.parse(next) < Date.now() + 60_000);

/** The delivery log, newest first. Polls while a delivery is due soon. */
export const Deliveries = ({ webhookRef }: { webhookRef: WebhookRef }) => {
  const [cursor, setCursor] = useState<string>();
  const log = useLoad(() => listDeliveries(webhookRef, cursor), `${webhookRef.webhookId} ${cursor ?? ''}`);
  const { state, reload } = log;
  const test = useAction(async () => {
    await sendTest(webhookRef);
    setCursor(undefined);
    await reload();
  });
  useEffect(() => {
    if (state.is !== 'ready' || !state.value.data.some(dueSoon)) return;
    const timer = setTimeout(() => void reload(), pollMs);
    return () => clearTimeout(timer);
  }, [state, reload]);
  return (
    <section aria-labelledby="deliveries">
      <div class="card-heading">
        <h2 id="deliveries">Deliveries</h2>
        <div class="actions">
          <button type="button" class="secondary outline small" onClick={() => void reload()}>
            Refresh
          </button>
          <button type="button" class="small" onClick={() => test.run()} aria-busy={test.isBusy}>
            Send a test
          </button>
        </div>
      </div>
      {test.error !== undefined && <ErrorNote error={test.error} />}
      <Loaded load={log} what="deliveries">
        {({ data, next_cursor: next }) =>
          data.length === 0 ? (
            <Empty>
              <p>Nothing was sent yet. Send a test to check that your server receives messages.</p>
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
