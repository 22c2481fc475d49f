import type { Table } from '#lib/platform/aws/table.ts';
import { toPage } from '#lib/platform/http/cursor.ts';
import { type FindDeps, findTranscription } from '#lib/domain/transcriptions/find-transcription.ts';
import { type JobRef, sourceKindOf, type Transcription } from '#lib/domain/transcriptions/transcription.ts';
import { findDelivery } from './delivery-repository.ts';
import { deliveryIdOf } from './delivery.ts';
import { endEventId, sessionEventId } from './event.ts';
import { type DeliveryPage, viewDelivery } from './views.ts';
import { readWebhooks } from './webhook-repository.ts';

/** The id of the event of the job's end; undefined before the end. */
const endOf = ({ tenant, id, status, uploadId, ...job }: Transcription): string | undefined => {
  if (status === 'queued' || status === 'processing') return undefined;
  const isSession = sourceKindOf({ uploadId, fileId: job.fileId }) === 'realtime';
  return isSession ? sessionEventId({ tenant, id: uploadId ?? '' }) : endEventId({ tenant, id, status });
};

/**
 * The deliveries of a job's end within 30 days. Ids are derived from job and webhook, so each webhook takes one read.
 */
export const listTranscriptionDeliveries = async (
  deps: FindDeps & { readonly table: Pick<Table, 'get'> },
  ref: JobRef,
): Promise<DeliveryPage> => {
  const job = await findTranscription(deps, ref);
  const eventId = endOf(job);
  const { tenant, completedAt } = job;
  if (eventId === undefined || completedAt === null) return toPage([], null);
  const webhooks = await readWebhooks(deps.table, tenant);
  const found = await Promise.all(
    webhooks.map(({ id: webhookId }) => {
      const id = deliveryIdOf({ id: eventId, createdAt: completedAt }, webhookId);
      return findDelivery(deps.table, { tenant, webhookId, id }, deps.now());
    }),
  );
  return toPage(
    found.flatMap((delivery) => (delivery ? [viewDelivery(delivery)] : [])),
    null,
  );
};
