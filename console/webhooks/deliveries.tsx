import { useState } from 'preact/hooks';
import { listDeliveries, sendTest, type WebhookRef } from '../api/webhook-calls.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { noneFound } from '../parts/none-found.ts';
import { Pager } from '../parts/pager.tsx';
import { StatusFilter } from '../parts/status-filter.tsx';
import { useAction } from '../parts/use-action.ts';
import { useQuery } from '../parts/use-query.ts';
import { hashWith, type SearchChange, searchOf } from '../route.ts';
import { hash, here, replaceWith } from '../router.ts';
import { mayIn } from '../workspace.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { type DeliveryPlace, deliveryPlaceOf, deliveryStatuses } from './delivery-place.ts';
import { DeliveryTable } from './delivery-table.tsx';
import { isDueSoon } from './due-soon.ts';
import { RedeliverFailed } from './redeliver-failed.tsx';

const pollMs = 2000;

/** Opens or closes the drawer without a history entry, so that "back" leaves the page, and returns to it as it was. */
const show = (change: SearchChange): void => replaceWith(hashWith(hash.peek(), change));

type Props = { webhookRef: WebhookRef; isEnabled: boolean; canTest: boolean };

/** The delivery log, newest first. A test event opens its delivery, which the drawer then follows. */
export const Deliveries = ({ webhookRef, isEnabled, canTest }: Props) => {
  const { delivery: opened, ...place } = deliveryPlaceOf(searchOf(hash.value));
  const [isRedelivering, setRedelivering] = useState(false);
  const log = useQuery({
    key: ['deliveries', webhookRef.webhookId, place],
    load: () => listDeliveries(webhookRef, place),
    pollMs: ({ data }) => data.some(isDueSoon) && pollMs,
  });
  const { reload } = log;
  const maySend = isEnabled && mayIn(webhookRef.projectId, 'build');
  const test = useAction(async () => {
    const isHere = here();
    const { delivery_id: deliveryId } = await sendTest(webhookRef);
    if (isHere()) show({ status: undefined, cursor: undefined, delivery: deliveryId });
    await reload();
  });
  return (
    <section aria-labelledby="deliveries">
      <div class="card-heading">
        <h2 id="deliveries">Deliveries</h2>
        <div class="actions">
          <div class="filters">
            <StatusFilter status={place.status} statuses={deliveryStatuses.map((one) => [one, one])} />
          </div>
          {maySend && <Button onClick={() => setRedelivering(true)}>Send failed ones again</Button>}
          {maySend && canTest && (
            <Button tone="main" size="small" onClick={() => test.run()} isBusy={test.isBusy}>
              Send a test
            </Button>
          )}
        </div>
      </div>
      <ErrorNote error={test.error} />
      <Loaded query={log} what="deliveries">
        {({ data, next_cursor: next }) => (
          <>
            {data.length > 0 && (
              <DeliveryTable deliveries={data} onOpen={({ id }) => show({ delivery: id })} />
            )}
            {data.length === 0 && (
              <NoDeliveries status={place.status} next={next} canTest={maySend && canTest} />
            )}
            <Pager next={next} />
          </>
        )}
      </Loaded>
      {opened !== undefined && (
        <DeliveryDrawer
          webhookRef={webhookRef}
          deliveryId={opened}
          onChange={reload}
          onClose={() => {
            show({ delivery: undefined });
            void reload();
          }}
        />
      )}
      {isRedelivering && (
        <RedeliverFailed webhookRef={webhookRef} onSent={reload} onClose={() => setRedelivering(false)} />
      )}
    </section>
  );
};

type NoneProps = Pick<DeliveryPlace, 'status'> & { next: string | null; canTest: boolean };

const NoDeliveries = ({ status, next, canTest }: NoneProps) => (
  <Empty>
    <p>
      {status === undefined
        ? `Nothing was sent yet. ${canTest ? 'Send a test to check that your server receives messages.' : ''}`
        : noneFound({ what: `No delivery is ${status}`, next })}
    </p>
  </Empty>
);
