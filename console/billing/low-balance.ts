import type { Billing } from '../api/types.ts';

const lowUsd = 5;

export type Warning = { tone: 'bad' | 'plain'; text: string };

/** What to warn about the balance, if anything. */
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
    return { tone: 'plain', text: `Less than $${lowUsd} is free. Add credit before new jobs are refused.` };
  return undefined;
};
