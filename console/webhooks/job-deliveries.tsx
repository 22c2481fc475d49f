import { useState } from 'preact/hooks';
import { type JobRef, listJobDeliveries } from '../api/transcription-calls.ts';
import type { Delivery } from '../api/types.ts';
import { Loaded } from '../parts/loaded.tsx';
import { useQuery } from '../parts/use-query.ts';
import { DeliveryDrawer } from './delivery-drawer.tsx';
import { DeliveryTable } from './delivery-table.tsx';
import { mayChangeSoon } from './due-soon.ts';

const pollMs = 2000;

type Props = { jobRef: JobRef; endedAt: string | null };

/** The webhook deliveries about the end of a job. Renders nothing if there are none. */
export const JobDeliveries = ({ jobRef, endedAt }: Props) => {
  const [opened, setOpened] = useState<Delivery>();
  const query = useQuery({
    key: ['job-deliveries', jobRef.jobId],
    load: () => listJobDeliveries(jobRef),
    pollMs: ({ data }) => mayChangeSoon(data, endedAt) && pollMs,
  });
  const { state, reload } = query;
  if (state.is === 'loading' || (state.is === 'ready' && state.value.data.length === 0)) return null;
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Webhook deliveries</h2>
      <Loaded query={query} what="deliveries">
        {({ data }) => <DeliveryTable deliveries={data} onOpen={setOpened} />}
      </Loaded>
      {opened && (
        <DeliveryDrawer
          webhookRef={{ ...jobRef, webhookId: opened.webhook_id }}
          deliveryId={opened.id}
          onChange={reload}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
};
