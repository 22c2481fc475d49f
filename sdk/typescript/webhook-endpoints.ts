import type { Http } from './http.ts';
import { listAll } from './pages.ts';
import type { CallOptions, CreateOptions } from './transcriptions.ts';
import type { NewWebhook, Webhook, WebhookChange, WebhookWithSecret } from './types.ts';

const path = '/v1/webhooks';
const pathOf = (id: string): string => `${path}/${encodeURIComponent(id)}`;

/** The addresses that get the events of the key's project, in the key's mode. */
export class WebhookEndpoints {
  readonly #http: Http;
  constructor(http: Http) {
    this.#http = http;
  }

  /** Registers an address. Store `secret`, which verifies its deliveries: only this answer has it. */
  create(webhook: NewWebhook, options: CreateOptions = {}): Promise<WebhookWithSecret> {
    const { signal, idempotencyKey = this.#http.environment.newKey() } = options;
    return this.#http.json({ method: 'POST', path, body: webhook, idempotencyKey, signal });
  }

  get(id: string, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#http.json({ method: 'GET', path: pathOf(id), signal });
  }

  list({ signal }: CallOptions = {}): AsyncGenerator<Webhook> {
    return listAll(this.#http, { path, query: {}, signal });
  }

  /** Changes what is named. Enabling a disabled one delivers the events since then. */
  update(id: string, change: WebhookChange, { signal }: CallOptions = {}): Promise<Webhook> {
    return this.#http.json({ method: 'PATCH', path: pathOf(id), body: change, signal });
  }

  /** Stops all deliveries and erases the secret. */
  async delete(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#http.text({ method: 'DELETE', path: pathOf(id), signal });
  }

  /** Makes a new secret. The previous one signs for 24 more hours. */
  rotateSecret(id: string, { signal }: CallOptions = {}): Promise<WebhookWithSecret> {
    return this.#http.json({ method: 'POST', path: `${pathOf(id)}/rotate-secret`, signal });
  }
}
