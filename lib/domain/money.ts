/** The list price of the public contract. */
export const unitPriceUsdPerMinute = '0.005';

/**
 * The charge for `billableMs` of audio in whole micro-dollars, rounded half up: $0.005 a minute is one micro-dollar per 12 ms.
 */
export const chargeMicroUsd = (billableMs: number): number => Math.floor((billableMs + 6) / 12);

const microPerUsd = 1_000_000;
const microPerCent = 10_000;

/** Micro-dollars as a decimal string of dollars with six places: 5103 → "0.005103", -5103 → "-0.005103". */
export const formatUsd = (microUsd: number): string => {
  const positive = Math.abs(microUsd);
  const whole = `${Math.floor(positive / microPerUsd)}.${String(positive % microPerUsd).padStart(6, '0')}`;
  return microUsd < 0 ? `-${whole}` : whole;
};

/** Sums whole numbers. Throws where sums are no longer exact: of micro-dollars, beyond nine billion dollars. */
export const exactSum = (amounts: readonly number[]): number => {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (!Number.isSafeInteger(sum)) throw new Error('A sum is not exact.');
  return sum;
};

/** `microUsd` × `part` / `whole`, rounded down to whole micro-dollars, and at most `microUsd`. */
export const shareOf = (microUsd: number, part: number, whole: number): number =>
  // In BigInt, because the product may exceed the safe integers.
  part >= whole ? microUsd : Number((BigInt(microUsd) * BigInt(part)) / BigInt(whole));

/** Converts whole cents to micro-dollars. */
export const centsToMicroUsd = (cents: number): number => exactSum([cents * microPerCent]);

/** Converts "10", "10.5", "10.50" or "10.500000" dollars to whole cents; undefined for any other text. */
export const usdToCents = (usd: string): number | undefined => {
  const [, dollars, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2})0{0,4})?$/.exec(usd) ?? [];
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
};
