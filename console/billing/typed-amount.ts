/** `"250.000000"` as `250`, `"99.500000"` as `99.50`. */
export const typedAmount = (usd: string | null): string =>
  usd === null ? '' : usd.replace(/\.00*$/, '').replace(/0000$/, '');

/** What is typed over an amount: undefined if it is the same, so that nobody else's change is undone; null for none. */
export const changedAmount = (typed: string, before: string | null): string | null | undefined =>
  typed === typedAmount(before) ? undefined : typed || null;

/** Whether a warning from `alert` on comes too late, because new jobs are refused before. */
export const isLateAlert = (alert: string, limit: string): boolean =>
  alert !== '' && limit !== '' && Number(alert) > Number(limit);

/** Attributes of an input for US dollars. */
export const amountInput = {
  inputMode: 'decimal',
  pattern: '\\d{1,6}(\\.\\d{1,2})?',
  title: 'US dollars, such as 250 or 99.50',
} as const;
