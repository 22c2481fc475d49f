import { type CheckJobUrl, jobUrlChecker } from '#lib/domain/webhooks/check-job-url.ts';
import { urlChecker } from '#lib/domain/webhooks/check-url.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { liveInternet } from './internet.ts';

/** Checks the `webhook_url` of jobs and sessions. */
export const liveJobUrlChecker = (table: Table): CheckJobUrl =>
  jobUrlChecker(table, urlChecker(liveInternet(), 'webhook_url'));
