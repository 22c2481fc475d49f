import type { Billing } from '../api/types.ts';
import { dollars } from '../format.ts';

export type Warning = { tone: 'bad' | 'warn'; text: string };

const lowUsd = 5;

/** The warning about the spending of the month, if any. */
export const spendWarning = ({
  spending: { spent_usd, limit_usd, alert_usd },
  held_usd: held,
}: Pick<Billing, 'spending' | 'held_usd'>): Warning | undefined => {
  const spent = Number(spent_usd);
  if (limit_usd !== null && spent >= Number(limit_usd))
    return { tone: 'bad', text: 'The spend limit of this month is reached. New jobs are refused.' };
  // Compares micro-dollars, because sums of fractions are not exact.
  if (limit_usd !== null && Math.round((spent + Number(held) - Number(limit_usd)) * 1e6) >= 0)
    return {
      tone: 'bad',
      text: 'The rest of the spend limit is held for unfinished jobs. New jobs are refused until some have ended.',
    };
  if (alert_usd !== null && spent >= Number(alert_usd))
    return { tone: 'warn', text: `More than ${dollars(alert_usd)} was spent this month.` };
  return undefined;
};

/** The warning about an automatic top-up, if any. */
export const topUpWarning = (order: Billing['auto_top_up']): Warning | undefined =>
  order?.stopped
    ? { tone: 'bad', text: 'Automatic top-up has stopped. New jobs are refused when the credit is used up.' }
    : undefined;

/** The warning about the balance, if any. */
export const balanceWarning = ({
  balance_usd: balance,
  held_usd: held,
  prepaid,
}: Pick<Billing, 'balance_usd' | 'held_usd' | 'prepaid'>): Warning | undefined => {
  const free = Number(balance) - Number(held);
  if (prepaid && free <= 0)
    return { tone: 'bad', text: 'No credit is free. New jobs are refused until you add some.' };
  if (!prepaid && free < 0)
    return { tone: 'bad', text: 'The balance is below zero. Add credit to settle it.' };
  if (prepaid && free < lowUsd)
    return { tone: 'warn', text: `Less than $${lowUsd} is free. Add credit before new jobs are refused.` };
  return undefined;
};
