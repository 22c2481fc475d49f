import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { memberCount } from '#lib/platform/limits/id-set.ts';
import { jobWebhookOf } from '#lib/platform/limits/id-sets.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import type { CheckUrl } from './check-url.ts';

/**
 * Throws `invalid_state` unless the tenant has a webhook whose secret signs for the addresses of jobs, and
 * `invalid_request` for an address that is not on the public internet.
 */
export type CheckJobUrl = (tenant: Tenant, webhookUrl: string) => Promise<void>;

export const jobUrlChecker =
  (table: Pick<Table, 'get'>, checkUrl: CheckUrl): CheckJobUrl =>
  async (tenant, webhookUrl) => {
    if ((await memberCount(table, jobWebhookOf(tenant))) === 0)
      throw new AppError(
        'invalid_state',
        'There is no secret to sign what is sent to webhook_url. Create a webhook without url by POST /v1/webhooks, and store its secret.',
      );
    await checkUrl(webhookUrl);
  };
