import type { Table } from '#lib/platform/aws/table.ts';
import { log } from '#lib/platform/log.ts';
import { type AuditWebhook, changingWith } from './audit.ts';
import type { CheckUrl } from './check-url.ts';
import type { WebhookRef } from './webhook.ts';
import { describeWebhook, disableWebhook, enableWebhook } from './webhook-repository.ts';
import { findWebhook, unknownWebhook, withoutAddress } from './find-webhook.ts';
import { type SendWebhook, sendBestEffort } from './messages.ts';
import { viewWebhook, type WebhookChange, type WebhookView } from './views.ts';

export type ChangeDeps = {
  readonly table: Pick<Table, 'get' | 'transact'>;
  readonly checkUrl: CheckUrl;
  readonly send: SendWebhook;
  readonly now: () => Date;
  readonly audit: AuditWebhook;
};

/** Changes the given fields. Enabling a disabled webhook delivers what it missed. */
export const changeWebhook = async (
  deps: ChangeDeps,
  ref: WebhookRef,
  { status, ...fields }: WebhookChange,
): Promise<WebhookView> => {
  const webhook = await findWebhook(deps.table, ref);
  const { url } = webhook;
  const recording = (action: Parameters<AuditWebhook>[0]) =>
    changingWith(deps.table, deps.audit(action, webhook, deps.now()));
  if (fields.url !== undefined && url === null) throw withoutAddress('Register another webhook.');
  if (fields.url !== undefined) await deps.checkUrl(fields.url);
  if (Object.keys(fields).length > 0 && !(await describeWebhook(recording('webhook.changed'), ref, fields)))
    throw unknownWebhook();
  if (status === 'disabled')
    await disableWebhook(recording('webhook.disabled'), ref, { reason: 'requested' });
  if (status === 'enabled' && (await enableWebhook(recording('webhook.enabled'), ref, deps.now())))
    await sendBestEffort(deps.send, { kind: 'webhook', tenant: ref.tenant, webhookId: ref.id });
  log.info('webhook.changed', { webhook_id: ref.id, status, fields: Object.keys(fields).join(' ') });
  return viewWebhook(await findWebhook(deps.table, ref), deps.now());
};
