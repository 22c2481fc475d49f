import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Table } from '#lib/platform/aws/table.ts';
import { randomId } from '#lib/platform/ids.ts';
import type { PermitKind } from '#lib/platform/limits/permits.ts';
import { type PermitDeps, acquirePermits } from '#lib/platform/limits/acquire-permits.ts';
import { repeatingUpdates } from '../../../support/lost-responses.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { anyTable } from '../../../support/table.ts';

const database = await anyTable();

const startMs = 1_795_000_000_000;
const second = 1_000;

/** A separate item, a manual clock, and deterministic random numbers. */
const aPermit = (kinds: readonly PermitKind[], table: Pick<Table, 'update'> = database.table) => {
  const clock = { ms: startMs };
  let owners = 0;
  let dice = 7;
  const deps: Omit<PermitDeps, 'table'> = {
    now: () => new Date(clock.ms),
    random: (limit) => (dice = (dice * 16_807) % 2_147_483_647) % limit,
    newOwner: () => `owner ${(owners += 1)}`,
  };
  const key = { pk: randomId('prj'), sk: 'permits' };
  return {
    clock,
    key,
    table,
    take: (ms: number, by = table) => acquirePermits({ ...deps, table: by }, { key, kinds }, ms),
  };
};

const three = [{ kind: 'at', count: 3 }];

test('a released permit can be acquired at once', async () => {
  const { take } = aPermit(three);
  for (let times = 0; times < 10; times += 1) {
    const acquisition = await take(60 * second);
    expect(acquisition.taken).toBe(true);
    if (acquisition.taken) await acquisition.permits.release();
  }
});

test('a refused caller learns when the first permit expires', async () => {
  const { clock, take } = aPermit(three);
  for (const seconds of [40, 20, 30]) await take(seconds * second);
  expect(await take(second)).toEqual({ taken: false, freeAt: new Date(startMs + 20 * second) });
  clock.ms += 20 * second - 1;
  expect((await take(second)).taken).toBe(false);
  clock.ms += 1;
  expect((await take(second)).taken).toBe(true);
});

test('one permit of each kind is acquired or none, and the fullest kind decides how long to wait', async () => {
  const { key, take } = aPermit([
    { kind: 'project', count: 3 },
    { kind: 'key', count: 1 },
  ]);
  expect((await take(30 * second)).taken).toBe(true);
  const before = await database.table.get(key);
  expect(await take(60 * second)).toEqual({ taken: false, freeAt: new Date(startMs + 30 * second) });
  expect(await database.table.get(key)).toEqual(before);
});

test('an extended permit is held for longer; an expired holder releases nothing of the next one', async () => {
  const { clock, take } = aPermit([{ kind: 'at', count: 1 }]);
  const first = await take(60 * second);
  if (!first.taken) throw new Error('The first permit is free.');
  clock.ms += 50 * second;
  await first.permits.extend(60 * second);
  clock.ms += 50 * second;
  expect((await take(60 * second)).taken).toBe(false);
  clock.ms += 10 * second;
  expect((await take(60 * second)).taken).toBe(true);
  await first.permits.extend(60 * second);
  await first.permits.release();
  expect(await take(60 * second)).toEqual({ taken: false, freeAt: new Date(clock.ms + 60 * second) });
});

test('a write repeated after its response was lost acquires one permit', async () => {
  const { table } = database;
  const { key, take } = aPermit(three, repeatingUpdates(table));
  const acquisition = await take(60 * second);
  expect(acquisition.taken).toBe(true);
  const held = Object.keys((await table.get(key)) ?? {}).filter((name) => name.endsWith('.until'));
  expect(held).toHaveLength(1);
});

test.each([
  [7, true],
  [8, false],
])(
  'with %i competitors that are each a write ahead, a permit is acquired: %s',
  async (competitors, taken) => {
    const { table } = database;
    const key = { pk: randomId('prj'), sk: 'permits' };
    let owners = 0;
    const deps = { now: () => new Date(startMs), random: () => 0, newOwner: () => `owner ${(owners += 1)}` };
    const kinds = [{ kind: 'at', count: 20 }];
    let ahead = 0;
    const overtaken: Pick<Table, 'update'> = {
      update: async (change) => {
        ahead += 1;
        if (ahead <= competitors) await acquirePermits({ ...deps, table }, { key, kinds }, second);
        return table.update(change);
      },
    };
    const acquisition = await acquirePermits({ ...deps, table: overtaken }, { key, kinds }, second);
    expect(acquisition.taken).toBe(taken);
  },
);

test('a permit that could not be released expires', async () => {
  const { table } = database;
  let isDown = false;
  const failing: Pick<Table, 'update'> = {
    update: async (change) => {
      if (isDown) throw new Error('DynamoDB is down.');
      return table.update(change);
    },
  };
  const { clock, take } = aPermit([{ kind: 'at', count: 1 }], failing);
  const acquisition = await take(60 * second);
  isDown = true;
  if (acquisition.taken) await acquisition.permits.release();
  await expect(take(60 * second)).rejects.toThrow('DynamoDB is down.');
  isDown = false;
  expect((await take(60 * second)).taken).toBe(false);
  clock.ms += 60 * second;
  expect((await take(60 * second)).taken).toBe(true);
});

/** The work of one worker. The worker may die before it releases its permit. */
type Visit = { readonly holdsMs: number; readonly worksMs: number; readonly dies: boolean };
const visits = fc.array(
  fc.record({
    holdsMs: fc.integer({ min: 1, max: 50 }),
    worksMs: fc.integer({ min: 0, max: 80 }),
    dies: fc.boolean(),
  }),
  { minLength: 1, maxLength: 14 },
);

describe('concurrent workers', () => {
  test('never more workers than permits hold one, in any order of writes, and all permits are free in the end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 1, max: 4 }),
        visits,
        async (scheduler, count, all) => {
          const { table, clock, take } = aPermit([{ kind: 'at', count }], memoryTable().table);
          const holders = new Map<Visit, number>();
          const atOnce = () => [...holders.values()].filter((until) => until > clock.ms).length;
          const visit = async (one: Visit): Promise<void> => {
            let until = 0;
            const late: Pick<Table, 'update'> = {
              update: async (change) => {
                until = Number(change.values?.[':until'] ?? until);
                await scheduler.schedule(Promise.resolve());
                return table.update(change);
              },
            };
            const acquisition = await take(one.holdsMs, late);
            if (!acquisition.taken) return;
            holders.set(one, until);
            expect(atOnce()).toBeLessThanOrEqual(count);
            clock.ms += one.worksMs;
            if (one.dies) return;
            holders.delete(one);
            await acquisition.permits.release();
          };
          await scheduler.waitFor(Promise.all(all.map(visit)));
          clock.ms += 50;
          for (let permit = 0; permit < count; permit += 1) expect((await take(1_000)).taken).toBe(true);
          expect((await take(1_000)).taken).toBe(false);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
