/** `"250.000000"` as `250`, `"99.500000"` as `99.50`. */
export const typedAmount = (usd: string | null): string =>
  usd === null ? '' : usd.replace(/\.00*$/, '').replace(/0000$/, '');

/** Attributes of an input for US dollars. */
export const amountInput = {
  inputMode: 'decimal',
  pattern: '\\d{1,6}(\\.\\d{1,2})?',
  title: 'US dollars, such as 250 or 99.50',
} as const;
