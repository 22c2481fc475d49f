import type { Table } from '#lib/platform/aws/table.ts';
import { toPage } from '#lib/platform/http/cursor.ts';
import { readWebhooks } from './webhook-repository.ts';
import { viewWebhook, type WebhookPage } from './views.ts';
import type { Tenant } from '#lib/platform/tenant.ts';

/** All webhooks of the project in order of registration, few enough for one page. */
export const listWebhooks = async (
  { table, now }: { readonly table: Pick<Table, 'get'>; readonly now: () => Date },
  { tenant }: { readonly tenant: Tenant },
): Promise<WebhookPage> => {
  const webhooks = await readWebhooks(table, tenant);
  return toPage(
    webhooks.map((webhook) => viewWebhook(webhook, now())),
    null,
  );
};
