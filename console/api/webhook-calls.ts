import { createWithSecret } from './create.ts';
import { request } from './request.ts';
import type {
  Delivery,
  DeliveryDetails,
  Page,
  Restart,
  Tenant,
  Webhook,
  WebhookSettings,
  SentEvent,
  WebhookWithSecret,
} from './types.ts';

const webhooks = '/api/platform/v1/webhooks';

export type WebhookRef = Tenant & { webhookId: string };

const at = ({ webhookId }: WebhookRef): string => `${webhooks}/${encodeURIComponent(webhookId)}`;
const of = ({ projectId, mode }: Tenant) => ({ query: { project_id: projectId, mode } });

export const listWebhooks = async (tenant: Tenant): Promise<Webhook[]> => {
  const page: Page<Webhook> = await request('GET', webhooks, of(tenant));
  return page.data;
};
export const createWebhook = ({ projectId, mode }: Tenant, settings: WebhookSettings) =>
  createWithSecret<WebhookWithSecret>(
    webhooks,
    { body: { project_id: projectId, mode, ...settings } },
    (webhookId) => deleteWebhook({ projectId, mode, webhookId }),
  );
export const getWebhook = (webhookRef: WebhookRef) => request<Webhook>('GET', at(webhookRef), of(webhookRef));
export const changeWebhook = (
  webhookRef: WebhookRef,
  body: Partial<WebhookSettings & Pick<Webhook, 'status'>>,
) => request<Webhook>('PATCH', at(webhookRef), { body, ...of(webhookRef) });
export const deleteWebhook = (webhookRef: WebhookRef) =>
  request<void>('DELETE', at(webhookRef), of(webhookRef));
export const rotateSecret = (webhookRef: WebhookRef) =>
  request<WebhookWithSecret>('POST', `${at(webhookRef)}/rotate-secret`, { body: {}, ...of(webhookRef) });
export const sendTest = (webhookRef: WebhookRef) =>
  request<SentEvent>('POST', `${at(webhookRef)}/test`, { body: {}, ...of(webhookRef) });

export const listDeliveries = (
  webhookRef: WebhookRef,
  place: { cursor?: string | undefined; status?: Delivery['status'] | undefined },
) =>
  request<Page<Delivery>>('GET', `${at(webhookRef)}/deliveries`, {
    query: { ...of(webhookRef).query, limit: '20', ...place },
  });
export const getDelivery = (webhookRef: WebhookRef, deliveryId: string) =>
  request<DeliveryDetails>(
    'GET',
    `${at(webhookRef)}/deliveries/${encodeURIComponent(deliveryId)}`,
    of(webhookRef),
  );
/** `since` is an ISO 8601 time. */
export const redeliverFailed = (webhookRef: WebhookRef, since: string) =>
  request<Restart>('POST', `${at(webhookRef)}/redeliver`, { body: { since }, ...of(webhookRef) });
export const redeliver = (webhookRef: WebhookRef, deliveryId: string) =>
  request<SentEvent>('POST', `${at(webhookRef)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`, {
    body: {},
    ...of(webhookRef),
  });
