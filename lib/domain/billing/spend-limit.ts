import { modeOf, type Owner } from '#lib/platform/tenant.ts';
import type { Table } from '#lib/platform/aws/table.ts';
import { AppError } from '#lib/platform/errors.ts';
import { type Account, heldOf, readAccount } from './balance.ts';
import { monthOf } from './month.ts';

/** The charges for jobs that ended in the month of `now`, in UTC. */
export const spentInMonth = ({ spentByMonth }: Account, now: Date): number =>
  spentByMonth.get(monthOf(now)) ?? 0;

/** The rest of the limit in this month, after charges and holds. Infinite without a limit. */
const leftOf = (account: Account, now: Date): number =>
  (account.limitMicroUsd ?? Infinity) - spentInMonth(account, now) - Math.max(0, heldOf(account));

/** Whether nothing is left for a new job. The last accepted job may exceed the limit by its price. */
export const isLimitReached = (account: Account, now: Date): boolean => leftOf(account, now) <= 0;

/**
 * The value that `unheldMicroUsd` must exceed for a hold within the limit. Every hold lowers `unheldMicroUsd`, so one
 * condition checks both the credit and the limit.
 */
export const limitFloor = (account: Account, now: Date): number =>
  account.unheldMicroUsd - leftOf(account, now);

export const spendLimitReached = () =>
  new AppError(
    'spend_limit_reached',
    'The spend limit of your organization for this month is used up, or held for unfinished jobs. Raise it in the console, under Billing, or try again when jobs have ended or the next month has begun, in UTC.',
  );

/**
 * Whether the organization's limit refuses new work of a project. There is no limit in test mode and for projects
 * without an organization. Costs one read.
 */
export type IsOverLimit = (payer: Owner) => Promise<boolean>;

export const overLimit =
  (table: Pick<Table, 'query'>, now: () => Date): IsOverLimit =>
  async ({ tenant, organizationId }) =>
    organizationId !== null &&
    modeOf(tenant) === 'live' &&
    isLimitReached(await readAccount(table, organizationId), now());
