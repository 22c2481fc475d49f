/** Formats `"250.000000"` as `250`, and `"99.500000"` as `99.50`. */
export const typedAmount = (usd: string | null): string =>
  usd === null ? '' : usd.replace(/\.00*$/, '').replace(/0000$/, '');

/**
 * The new value of an amount field. Undefined if it did not change, so that another person's change is not undone. Null
 * for no amount.
 */
export const changedAmount = (typed: string, before: string | null): string | null | undefined =>
  typed === typedAmount(before) ? undefined : typed || null;

/** Whether the warning at `alert` comes too late, because new jobs are already refused at `limit`. */
export const isLateAlert = (alert: string, limit: string): boolean =>
  alert !== '' && limit !== '' && Number(alert) > Number(limit);

/** Attributes of an input for US dollars. */
export const amountInput = {
  inputMode: 'decimal',
  pattern: '\\d{1,6}(\\.\\d{1,2})?',
  title: 'US dollars, such as 250 or 99.50',
} as const;
