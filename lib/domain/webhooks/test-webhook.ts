import type { Table } from '#lib/platform/aws/table.ts';
import type { CountTest } from './count-test.ts';
import type { OwnedRef } from './webhook.ts';
import { addDelivery } from './delivery-repository.ts';
import { newDelivery } from './delivery.ts';
import { payloadOf } from './event.ts';
import { disabledWebhook, findWebhook, withoutAddress } from './find-webhook.ts';
import { type SendWebhook, sendBestEffort } from './messages.ts';
import type { SentView } from './views.ts';

type Deps = {
  readonly table: Pick<Table, 'get' | 'putNew'>;
  readonly send: SendWebhook;
  readonly countTest: CountTest;
  readonly now: () => Date;
  /** A new event id. */
  readonly newId: () => string;
};

type Requested = OwnedRef & { readonly requestId: string };

/** Sends the webhook a test event. Its delivery is listed at once. */
export const testWebhook = async (
  deps: Deps,
  { requestId, organizationId, ...ref }: Requested,
): Promise<SentView> => {
  const { tenant, id: webhookId } = ref;
  const webhook = await findWebhook(deps.table, ref);
  const { status, url } = webhook;
  if (url === null) throw withoutAddress('Queue a job with webhook_url to try it.');
  if (status === 'disabled') throw disabledWebhook();
  await deps.countTest({ tenant, organizationId });
  const now = deps.now();
  const createdAt = now.toISOString();
  const fields = {
    tenant,
    id: webhookId,
    status: 'test',
    createdAt,
    completedAt: null,
    audioMs: null,
    errorType: null,
    name: null,
    request: { metadata: {} },
  };
  const type = 'webhook.test';
  const id = deps.newId();
  const payload = payloadOf(type, createdAt, fields);
  const delivery = newDelivery({ tenant, id, type, createdAt, requestId, payload }, webhook);
  await addDelivery(deps.table, delivery, now);
  await sendBestEffort(deps.send, { kind: 'delivery', tenant, webhookId, deliveryId: delivery.id });
  return { event_id: id, delivery_id: delivery.id };
};
