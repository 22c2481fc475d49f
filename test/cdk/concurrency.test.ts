import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Concurrency, planConcurrency } from '#cdk/concurrency.ts';
import { projectShareOf } from '#cdk/project-share.ts';

const accounts = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 100_000 }));

/** What a plan is, or why there is none. */
const tryPlan = (account: number): { plan?: Concurrency; refusal?: string } => {
  try {
    return { plan: planConcurrency(account) };
  } catch (error) {
    return { refusal: String(error) };
  }
};

const total = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((sum, one) => sum + one, 0);

/** Four of the queues are for dead letters. */
const totalOfMappings = ({ mappings }: Concurrency): number => total(mappings) + 3 * mappings.deadLetters;

const minAccountConcurrency = Number(/at least (\d+)/.exec(tryPlan(10).refusal ?? '')?.[1]);

describe('of every account that is large enough', () => {
  const planned = (check: (plan: Concurrency) => void) =>
    fc.assert(
      fc.property(accounts, (account) => {
        const { plan } = tryPlan(account);
        if (plan) check(plan);
      }),
      { numRuns: 1_000 },
    );

  test('the queues at their limits leave the reserved functions theirs, and the rest some', () => {
    planned((plan) => {
      expect(totalOfMappings(plan) + total(plan.reserved) + plan.rest).toBe(plan.account);
      expect(plan.rest).toBeGreaterThanOrEqual(20);
    });
  });

  test('AWS accepts each limit, and what is left unreserved', () => {
    planned((plan) => {
      for (const limit of Object.values(plan.mappings)) {
        expect(limit).toBeGreaterThanOrEqual(2);
        expect(limit).toBeLessThanOrEqual(1_000);
      }
      for (const limit of Object.values(plan.reserved)) expect(limit).toBeGreaterThanOrEqual(1);
      expect(plan.account - total(plan.reserved)).toBeGreaterThanOrEqual(100);
    });
  });

  test('the function that holds waiting polls has the largest part of what is reserved', () => {
    planned(({ reserved }) => {
      const polls = reserved['GET /v1/transcriptions/{transcription_id}'] ?? 0;
      for (const other of Object.values(reserved)) expect(polls).toBeGreaterThanOrEqual(other);
    });
  });

  test('the shares of a project are at least one place of each stage, and never more than the stage has', () => {
    planned(({ mappings }) => {
      const shares = projectShareOf(mappings, {});
      for (const stage of ['fetch', 'split', 'finish'] as const) {
        expect(shares[stage]).toBeGreaterThanOrEqual(1);
        expect(shares[stage]).toBeLessThanOrEqual(mappings[stage]);
      }
    });
  });
});

test('the usual account recognizes some 500 chunks at once, and one project fetches 10 files at once', () => {
  const { mappings } = planConcurrency(1_000);
  expect(mappings).toEqual({
    fetch: 100,
    split: 48,
    recognize: 471,
    finish: 20,
    webhooks: 30,
    deadLetters: 2,
  });
  expect(projectShareOf(mappings, {})).toEqual({ fetch: 10, split: 4, finish: 10 });
});

describe('an account that is too small', () => {
  test('is refused, however small, up to the number that the refusal names', () => {
    for (let account = 1; account < minAccountConcurrency; account += 1)
      expect(tryPlan(account).refusal).toContain(`at least ${minAccountConcurrency} `);
    for (let account = minAccountConcurrency; account < 2_000; account += 1)
      expect(tryPlan(account).refusal).toBeUndefined();
  });

  test('is told what a new account has, how to get more, and what runs without one', () => {
    expect(tryPlan(10).refusal).toMatch(
      /accountConcurrency is 10.*new AWS account.*10.*Service Quotas.*npm start/,
    );
  });
});

describe('the share of a project', () => {
  const { mappings } = planConcurrency(1_000);

  test('is what the operator says, stage by stage', () => {
    expect(projectShareOf(mappings, { fetch: 3, finish: 20 })).toMatchObject({
      fetch: 3,
      split: 4,
      finish: 20,
    });
  });

  test('is refused when it is more than all projects have together', () => {
    expect(() => projectShareOf(mappings, { fetch: 101 })).toThrow(/projectShare\.fetch is 101.*100/);
  });
});
