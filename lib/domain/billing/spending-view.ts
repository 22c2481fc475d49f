import { formatUsd } from '#lib/domain/money.ts';
import type { Account } from './balance.ts';
import { monthOf } from './month.ts';
import { spentInMonth } from './spend-limit.ts';
import type { SpendingView } from './views.ts';

const amountOrNull = (microUsd: number | null): string | null =>
  microUsd === null ? null : formatUsd(microUsd);

const earlierMonths = ({ spentByMonth }: Account, now: Date): SpendingView['earlier_months'] =>
  [...spentByMonth]
    .filter(([month]) => month < monthOf(now))
    .toSorted(([a], [b]) => b.localeCompare(a))
    .map(([month, microUsd]) => ({ month, spent_usd: formatUsd(microUsd) }));

/** The organization's spending in the month of `now` and in earlier ones, with its limit and its alert. */
export const viewSpending = (account: Account, now: Date): SpendingView => ({
  month: monthOf(now),
  spent_usd: formatUsd(spentInMonth(account, now)),
  limit_usd: amountOrNull(account.limitMicroUsd),
  alert_usd: amountOrNull(account.alertMicroUsd),
  earlier_months: earlierMonths(account, now),
});
