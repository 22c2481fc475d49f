/** List price, as the contract states it. */
export const unitPriceUsdPerMinute = '0.005';

/** The charge for `audioMs` in whole micro-dollars, rounded half up: $0.005 a minute is one micro-dollar per 12 ms. */
export const chargeMicroUsd = (audioMs: number): number => Math.floor((audioMs + 6) / 12);

/** Micro-dollars as a decimal string of dollars with six places: 5103 → "0.005103". */
export const formatUsd = (microUsd: number): string =>
  `${Math.floor(microUsd / 1_000_000)}.${String(microUsd % 1_000_000).padStart(6, '0')}`;
