import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Concurrency, planConcurrency } from '#cdk/concurrency.ts';
import { projectShareOf } from '#cdk/project-share.ts';

const accounts = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 100_000 }));

/** The plan, or the error message. */
const tryPlan = (account: number): { plan?: Concurrency; refusal?: string } => {
  try {
    return { plan: planConcurrency(account) };
  } catch (error) {
    return { refusal: String(error) };
  }
};

const total = (values: Readonly<Record<string, number>>): number =>
  Object.values(values).reduce((sum, one) => sum + one, 0);

/** There are four dead-letter queues. */
const totalOfMappings = ({ mappings }: Concurrency): number => total(mappings) + 3 * mappings.deadLetters;

const minAccountConcurrency = Number(/at least (\d+)/.exec(tryPlan(10).refusal ?? '')?.[1]);

const planned = (check: (plan: Concurrency) => void) =>
  fc.assert(
    fc.property(accounts, (account) => {
      const { plan } = tryPlan(account);
      if (plan) check(plan);
    }),
    { numRuns: 1_000 },
  );

describe('the plan for an account that is large enough', () => {
  test('queues at their limits leave the reserved concurrency and at least 20 executions for other functions', () => {
    planned((plan) => {
      const { reserved, realtimeSessions, chunkHelpers, partHelpers, rest, account } = plan;
      const helpers = chunkHelpers + partHelpers;
      expect(totalOfMappings(plan) + total(reserved) + realtimeSessions + helpers + rest).toBe(account);
      expect(rest).toBeGreaterThanOrEqual(20);
    });
  });

  test('every limit is in the range that AWS accepts, and enough is left unreserved', () => {
    planned((plan) => {
      for (const limit of Object.values(plan.mappings)) {
        expect(limit).toBeGreaterThanOrEqual(2);
        expect(limit).toBeLessThanOrEqual(1_000);
      }
      for (const limit of Object.values(plan.reserved)) expect(limit).toBeGreaterThanOrEqual(1);
      expect(plan.realtimeSessions).toBeGreaterThanOrEqual(2);
      expect(plan.chunkHelpers).toBeGreaterThanOrEqual(0);
      expect(plan.partHelpers).toBeGreaterThanOrEqual(0);
      expect(plan.partHelpers).toBeLessThanOrEqual(1.2 * plan.mappings.split);
      const reserved = total(plan.reserved) + plan.realtimeSessions + plan.chunkHelpers + plan.partHelpers;
      expect(plan.account - reserved).toBeGreaterThanOrEqual(100);
    });
  });

  test('the function for long polls has the largest reserved concurrency', () => {
    planned(({ reserved }) => {
      const polls = reserved['GET /v1/transcriptions/{transcription_id}'] ?? 0;
      for (const other of Object.values(reserved)) expect(polls).toBeGreaterThanOrEqual(other);
    });
  });

  test('the share of a project is at least one and at most the concurrency of the stage', () => {
    planned(({ mappings }) => {
      const shares = projectShareOf(mappings, {});
      for (const stage of ['fetch', 'split', 'finish'] as const) {
        expect(shares[stage]).toBeGreaterThanOrEqual(1);
        expect(shares[stage]).toBeLessThanOrEqual(mappings[stage]);
      }
    });
  });
});

test('an account with 1000 executions has 50 live sessions and recognizes over 370 chunks at once, and one project fetches 8 files at once', () => {
  const { mappings, realtimeSessions, chunkHelpers, partHelpers } = planConcurrency(1_000);
  expect(realtimeSessions).toBe(50);
  expect([chunkHelpers, partHelpers]).toEqual([336, 50]);
  expect(mappings).toEqual({
    fetch: 87,
    split: 42,
    recognize: 21,
    finish: 18,
    webhooks: 26,
    deadLetters: 2,
  });
  expect(projectShareOf(mappings, {})).toEqual({ fetch: 8, split: 10, finish: 9 });
});

test('helpers take from recognition only, and without them it has all that they had', () => {
  planned((plan) => {
    const { mappings, rest } = planConcurrency(plan.account, { hasHelpers: false });
    const recognition = plan.mappings.recognize + plan.chunkHelpers + plan.partHelpers;
    // AWS does not allow more for a mapping.
    const recognize = Math.min(1_000, recognition);
    expect(mappings).toEqual({ ...plan.mappings, recognize });
    expect(rest - plan.rest).toBe(recognition - recognize);
  });
});

test('pollers that are kept ready have twice as many executions, at the cost of the helpers', () => {
  const { mappings, chunkHelpers, partHelpers } = planConcurrency(1_000, { hasPollers: true });
  expect(mappings.recognize).toBe(41);
  expect(chunkHelpers + partHelpers).toBe(366);
});

describe('an account that is too small', () => {
  test('an account is refused below the minimum that the error message names, and accepted from there', () => {
    for (let account = 1; account < minAccountConcurrency; account += 1)
      expect(tryPlan(account).refusal).toContain(`at least ${minAccountConcurrency} `);
    for (let account = minAccountConcurrency; account < 2_000; account += 1)
      expect(tryPlan(account).refusal).toBeUndefined();
  });

  test('the error message names the quota of new accounts, how to raise it, and npm start as an alternative', () => {
    expect(tryPlan(10).refusal).toMatch(
      /accountConcurrency is 10.*New AWS accounts.*10.*Service Quotas.*npm start/,
    );
  });
});

describe('the number of realtime sessions that the operator sets', () => {
  test('sessions that the operator sets are taken from the queues, and without sessions the queues have more', () => {
    const [none, standard, many] = [0, undefined, 300].map((sessions) =>
      planConcurrency(1_000, { sessions }),
    );
    expect([none, many].map((plan) => plan?.realtimeSessions)).toEqual([0, 300]);
    const [most = 0, some = 0, least = 0] = [none, standard, many].map((plan) => plan?.mappings.recognize);
    expect(most).toBeGreaterThan(some);
    expect(some).toBeGreaterThan(least);
  });

  test('more sessions than leave room for the rest are refused with the number that does', () => {
    const refused = () => planConcurrency(1_000, { sessions: 900 });
    expect(refused).toThrow(/realtimeSessions is 900.*accountConcurrency 1000 at most 620/);
    expect(planConcurrency(1_000, { sessions: 620 }).realtimeSessions).toBe(620);
    expect(() => planConcurrency(1_000, { sessions: 621 })).toThrow('at most 620');
  });

  test('an account that is too small is refused for that, whatever the number of sessions', () => {
    expect(tryPlan(10).refusal).toContain('accountConcurrency is 10');
    expect(() => planConcurrency(10, { sessions: 3 })).toThrow('accountConcurrency is 10');
  });
});

describe('the share of a project', () => {
  const { mappings } = planConcurrency(1_000);

  test('the share that the operator sets for a stage replaces its default', () => {
    expect(projectShareOf(mappings, { fetch: 3, finish: 18 })).toMatchObject({
      fetch: 3,
      split: 10,
      finish: 18,
    });
  });

  test('a share above the concurrency of its stage is refused', () => {
    expect(() => projectShareOf(mappings, { fetch: 101 })).toThrow(/projectShare\.fetch is 101.*87/);
  });
});
