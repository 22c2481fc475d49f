import { useState } from 'preact/hooks';
import { type DeliveryPlace, listDeliveries, sendTest, type WebhookRef } from '../api/webhook-calls.ts';
import { Button } from '../parts/button.tsx';
import { Empty } from '../parts/empty.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { noneFound } from '../parts/none-found.ts';
import { Pager } from '../parts/pager.tsx';
import { useAction } from '../parts/use-action.ts';
import { useQuery } from '../parts/use-query.ts';
import { mayIn } from '../workspace.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryFilter } from './delivery-filter.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { isDueSoon } from './due-soon.ts';
import { RedeliverFailed } from './redeliver-failed.tsx';

const pollMs = 2000;

type Props = { webhookRef: WebhookRef; isEnabled: boolean; canTest: boolean };

/** The delivery log, newest first. A test event opens its delivery, which the drawer then follows. */
export const Deliveries = ({ webhookRef, isEnabled, canTest }: Props) => {
  const [place, setPlace] = useState<DeliveryPlace>({});
  const [opened, setOpened] = useState<string>();
  const [isRedelivering, setRedelivering] = useState(false);
  const log = useQuery({
    key: ['deliveries', webhookRef.webhookId, place],
    load: () => listDeliveries(webhookRef, place),
    pollMs: ({ data }) => data.some(isDueSoon) && pollMs,
  });
  const { reload } = log;
  const maySend = isEnabled && mayIn(webhookRef.projectId, 'build');
  const test = useAction(async () => {
    const { delivery_id: deliveryId } = await sendTest(webhookRef);
    setPlace({});
    setOpened(deliveryId);
    await reload();
  });
  return (
    <section aria-labelledby="deliveries">
      <div class="card-heading">
        <h2 id="deliveries">Deliveries</h2>
        <div class="actions">
          <DeliveryFilter status={place.status} onStatus={(status) => setPlace({ status })} />
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
            {data.length > 0 && <DeliveryTable deliveries={data} onOpen={({ id }) => setOpened(id)} />}
            {data.length === 0 && (
              <NoDeliveries status={place.status} next={next} canTest={maySend && canTest} />
            )}
            <Pager
              cursor={place.cursor}
              next={next}
              onCursor={(cursor) => setPlace({ status: place.status, cursor })}
            />
          </>
        )}
      </Loaded>
      {opened !== undefined && (
        <DeliveryDrawer
          webhookRef={webhookRef}
          deliveryId={opened}
          onChange={reload}
          onClose={() => {
            setOpened(undefined);
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
