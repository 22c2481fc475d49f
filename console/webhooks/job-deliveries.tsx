import { type JobRef, listJobDeliveries } from '../api/transcription-calls.ts';
import { useQuery } from '../parts/use-query.ts';
import { DeliveryRow } from './delivery-row.tsx';

/** What was sent about the end of a job. Shows nothing if nothing was. */
export const JobDeliveries = ({ jobRef }: { jobRef: JobRef }) => {
  const { state, reload } = useQuery({
    key: ['job-deliveries', jobRef.jobId],
    load: () => listJobDeliveries(jobRef),
  });
  if (state.is !== 'ready' || state.value.data.length === 0) return null;
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries">Webhook deliveries</h2>
      <ul class="rows deliveries">
        {state.value.data.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            webhookRef={{ ...jobRef, webhookId: delivery.webhook_id }}
            delivery={delivery}
            onChange={reload}
          />
        ))}
      </ul>
    </section>
  );
};
