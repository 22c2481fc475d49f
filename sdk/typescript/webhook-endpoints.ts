import { type CallOptions, type CreateOptions, type Http, pathOf } from './http.ts';
import { listAll } from './pages.ts';
import type {
  ListWebhookDeliveriesQuery,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookEventSent,
  WebhookWithSecret,
} from './types.ts';

const path = '/v1/webhooks';

/** The addresses that receive the events of the key's project, in the key's mode. */
export class WebhookEndpoints {
  readonly #http: Http;
  constructor(http: Http) {
    this.#http = http;
  }

  /** Registers an address. Store `secret`, which verifies its deliveries. Only this answer contains it. */
  create(webhook: NewWebhook, options: CreateOptions = {}): Promise<WebhookWithSecret> {
    return this.#http.create(path, webhook, options);
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#http.json({ method: 'GET', path: pathOf(path, id), signal });
  }

  list({ signal }: CallOptions = {}): AsyncGenerator<Webhook> {
    return listAll(this.#http, { path, query: {}, signal });
  }

  /** Changes the given fields. Enabling a disabled webhook delivers the events since it was disabled. */
  update(id: string, change: WebhookChange, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#http.json({ method: 'PATCH', path: pathOf(path, id), body: change, signal });
  }

  /** Stops all deliveries and erases the secret. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#http.text({ method: 'DELETE', path: pathOf(path, id), signal });
  }

  /** Makes a new secret. The previous one also signs for 24 more hours. */
  rotateSecret(id: string, { signal }: CallOptions = {}): Promise<WebhookWithSecret> {
    return this.#http.json({ method: 'POST', path: `${pathOf(path, id)}/rotate-secret`, signal });
  }

  /** Sends a `webhook.test`. */
  test(id: string, { signal }: CallOptions = {}): Promise<WebhookEventSent> {
    return this.#http.json({ method: 'POST', path: `${pathOf(path, id)}/test`, signal });
  }

  /** The deliveries of the last 30 days, newest first. */
  deliveries(
    id: string,
    query: ListWebhookDeliveriesQuery = {},
    { signal }: CallOptions = {},
  ): AsyncGenerator<WebhookDelivery> {
    return listAll(this.#http, { path: `${pathOf(path, id)}/deliveries`, query, signal });
  }

  /** Sends a delivery again, with the same `webhook-id`. */
  redeliver(id: string, deliveryId: string, { signal }: CallOptions = {}): Promise<WebhookEventSent> {
    const delivery = pathOf(`${pathOf(path, id)}/deliveries`, deliveryId);
    return this.#http.json({ method: 'POST', path: `${delivery}/redeliver`, signal });
  }
}
