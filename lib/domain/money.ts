/** List price, as the contract states it. */
export const unitPriceUsdPerMinute = '0.005';

/** The charge for `audioMs` in whole micro-dollars, rounded half up: $0.005 a minute is one micro-dollar per 12 ms. */
export const chargeMicroUsd = (audioMs: number): number => Math.floor((audioMs + 6) / 12);

const microPerUsd = 1_000_000;
const microPerCent = 10_000;

/** Micro-dollars as a decimal string of dollars with six places: 5103 → "0.005103", -5103 → "-0.005103". */
export const formatUsd = (microUsd: number): string => {
  const positive = Math.abs(microUsd);
  const whole = `${Math.floor(positive / microPerUsd)}.${String(positive % microPerUsd).padStart(6, '0')}`;
  return microUsd < 0 ? `-${whole}` : whole;
};

/** Sums whole micro-dollars; throws when the sum is no longer exact, as it is below nine billion dollars. */
export const sumMicroUsd = (amounts: readonly number[]): number => {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (!Number.isSafeInteger(sum)) throw new Error('A sum of money is not exact.');
  return sum;
};

/** So much of `microUsd` as `part` is of `whole`, rounded down to whole micro-dollars; all of it where `part` is more. */
export const shareOf = (microUsd: number, part: number, whole: number): number =>
  // The product of both may be larger than what a number holds exactly.
  part >= whole ? microUsd : Number((BigInt(microUsd) * BigInt(part)) / BigInt(whole));

/** Whole cents, as the payment provider counts, in micro-dollars. */
export const centsToMicroUsd = (cents: number): number => sumMicroUsd([cents * microPerCent]);

/** "10", "10.5", "10.50" or "10.500000" dollars in whole cents, undefined for what is no such amount. */
export const usdToCents = (usd: string): number | undefined => {
  const [, dollars, cents = ''] = /^(\d{1,9})(?:\.(\d{1,2})0{0,4})?$/.exec(usd) ?? [];
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(cents.padEnd(2, '0'));
};
