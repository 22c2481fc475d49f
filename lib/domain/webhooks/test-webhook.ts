import type { Table } from '#lib/platform/aws/table.ts';
import type { CountTest } from './count-test.ts';
import type { OwnedRef } from './webhook.ts';
import { eventItem, payloadOf } from './event.ts';
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

/** Sends the webhook a test event. */
export const testWebhook = async (
  deps: Deps,
  { requestId, organizationId, ...ref }: Requested,
): Promise<SentView> => {
  const { tenant, id: webhookId } = ref;
  const { status, url } = await findWebhook(deps.table, ref);
  if (url === null) throw withoutAddress('Queue a job with webhook_url to try it.');
  if (status === 'disabled') throw disabledWebhook();
  await deps.countTest({ tenant, organizationId });
  const createdAt = deps.now().toISOString();
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
  const event = {
    tenant,
    id,
    type,
    createdAt,
    requestId,
    payload: payloadOf(type, createdAt, fields),
    webhookId,
  } as const;
  await deps.table.putNew(eventItem(event));
  await sendBestEffort(deps.send, { kind: 'event', tenant, eventId: id });
  return { event_id: id };
};
