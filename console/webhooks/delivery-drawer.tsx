import type { DeliveryDetails } from '../api/types.ts';
import { getDelivery, redeliver, type WebhookRef } from '../api/webhook-calls.ts';
import { Button } from '../parts/button.tsx';
import { CodeBlock } from '../parts/code-block.tsx';
import { Drawer } from '../parts/drawer.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { useAction } from '../parts/use-action.ts';
import { useQuery } from '../parts/use-query.ts';
import { mayIn } from '../workspace.ts';
import { AttemptDetails } from './attempt-details.tsx';
import { DeliveryFacts } from './delivery-facts.tsx';
import { isDueSoon } from './due-soon.ts';

const pollMs = 1000;

type Props = {
  webhookRef: WebhookRef;
  deliveryId: string;
  /** Called after a redelivery. */
  onChange: () => Promise<void>;
  onClose: () => void;
};

/** The request and the response of a delivery. The drawer follows an unfinished delivery. */
export const DeliveryDrawer = ({ webhookRef, deliveryId, onChange, onClose }: Props) => {
  const delivery = useQuery({
    key: ['delivery', webhookRef.webhookId, deliveryId],
    load: () => getDelivery(webhookRef, deliveryId),
    pollMs: (value) => isDueSoon(value) && pollMs,
  });
  const redelivery = useAction(async () => {
    await redeliver(webhookRef, deliveryId);
    await Promise.all([delivery.reload(), onChange()]);
  });
  const { state } = delivery;
  return (
    <Drawer title={state.is === 'ready' ? state.value.event_type : 'Delivery'} onClose={onClose}>
      <Loaded query={delivery} what="delivery">
        {(value) => (
          <>
            <DeliveryFacts webhookRef={webhookRef} delivery={value} />
            {mayIn(webhookRef.projectId, 'build') && (
              <div class="actions">
                <Button onClick={() => redelivery.run()} isBusy={redelivery.isBusy}>
                  Send again
                </Button>
              </div>
            )}
            <ErrorNote error={redelivery.error} />
            <Attempts attempts={value.attempts} />
            <h3>Request body</h3>
            <CodeBlock label="request body" code={indented(value.payload)} />
            <p class="quiet">Sent and signed on one line, without these indents.</p>
          </>
        )}
      </Loaded>
    </Drawer>
  );
};

const Attempts = ({ attempts }: Pick<DeliveryDetails, 'attempts'>) => (
  <>
    <h3>Attempts</h3>
    {attempts.length === 0 && <p class="quiet">None yet.</p>}
    {attempts.toReversed().map((attempt, at) => (
      <AttemptDetails key={attempt.at} attempt={attempt} isOpen={at === 0} />
    ))}
  </>
);

const indented = (payload: string): string => JSON.stringify(JSON.parse(payload), null, 2);
