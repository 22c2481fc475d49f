import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chargeMicroUsd, exactSum, formatUsd } from '#lib/domain/money.ts';

test('an hour costs thirty cents, to the micro-dollar', () => {
  expect(formatUsd(chargeMicroUsd(3_600_000))).toBe('0.300000');
  expect(formatUsd(chargeMicroUsd(61_240))).toBe('0.005103');
});

test('a charge is never more than half a micro-dollar away from the exact price', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 18_000_000 }),
      fc.integer({ min: 1, max: 8 }),
      (audioMs, channels) => {
        const ms = audioMs * channels;
        expect(Math.abs(chargeMicroUsd(ms) - (ms * 5_000) / 60_000)).toBeLessThanOrEqual(0.5);
      },
    ),
  );
});

test('an amount keeps all six decimals and parses back to the same number', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 40 }), (microUsd) => {
      expect(formatUsd(microUsd)).toMatch(/^\d+\.\d{6}$/);
      expect(Number(formatUsd(microUsd).replace('.', ''))).toBe(microUsd);
    }),
  );
});

test('a sum that is not exact is an error instead of a wrong balance', () => {
  expect(exactSum([Number.MAX_SAFE_INTEGER - 1, 1])).toBe(Number.MAX_SAFE_INTEGER);
  expect(() => exactSum([Number.MAX_SAFE_INTEGER, 1])).toThrow('not exact');
});
