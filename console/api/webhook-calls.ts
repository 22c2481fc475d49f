import { request } from './request.ts';
import type {
  Delivery,
  Page,
  Tenant,
  Webhook,
  WebhookSettings,
  SentEvent,
  WebhookWithSecret,
} from './types.ts';

const webhooks = '/api/platform/v1/webhooks';

/** One webhook endpoint: its id, and whose it is. */
export type WebhookPlace = Tenant & { webhookId: string };

const at = ({ webhookId }: WebhookPlace): string => `${webhooks}/${encodeURIComponent(webhookId)}`;
const of = ({ projectId, mode }: Tenant) => ({ query: { project_id: projectId, mode } });

export const listWebhooks = async (tenant: Tenant): Promise<Webhook[]> => {
  const page: Page<Webhook> = await request('GET', webhooks, of(tenant));
  return page.data;
};
export const createWebhook = ({ projectId, mode }: Tenant, settings: WebhookSettings) =>
  request<WebhookWithSecret>('POST', webhooks, {
    body: { project_id: projectId, mode, ...settings },
  });
export const getWebhook = (place: WebhookPlace) => request<Webhook>('GET', at(place), of(place));
export const changeWebhook = (
  place: WebhookPlace,
  body: Partial<WebhookSettings & Pick<Webhook, 'status'>>,
) => request<Webhook>('PATCH', at(place), { body, ...of(place) });
export const deleteWebhook = (place: WebhookPlace) => request<void>('DELETE', at(place), of(place));
export const rotateSecret = (place: WebhookPlace) =>
  request<WebhookWithSecret>('POST', `${at(place)}/rotate-secret`, { body: {}, ...of(place) });
export const sendTest = (place: WebhookPlace) =>
  request<SentEvent>('POST', `${at(place)}/test`, { body: {}, ...of(place) });

export const listDeliveries = (place: WebhookPlace, cursor?: string) =>
  request<Page<Delivery>>('GET', `${at(place)}/deliveries`, {
    query: { ...of(place).query, limit: '20', cursor },
  });
export const redeliver = (place: WebhookPlace, deliveryId: string) =>
  request<SentEvent>('POST', `${at(place)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`, {
    body: {},
    ...of(place),
  });
