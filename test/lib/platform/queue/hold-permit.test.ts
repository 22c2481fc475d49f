import { expect, test } from 'vitest';
import type { HeldPermits } from '#lib/platform/limits/acquire-permits.ts';
import { type StageMessage, waitingPermit } from '#lib/platform/limits/stage-permits.ts';
import { holdPermit } from '#lib/platform/queue/hold-permit.ts';
import type { Tenant } from '#lib/platform/tenant.ts';
import { seeded } from '../../../support/random.ts';
import { whileHoldingPermit } from '../../../support/hold-permit.ts';
import { watchLog } from '../../../support/log-lines.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { runRecord } from '../../../support/run-record.ts';

const message: StageMessage = { tenant: 'prj_a.live', id: 'ofq_1' };

/** One permit or none. Records the calls for it and for the message. */
const aStage = (free: boolean, random = 0) => {
  const noted: string[] = [];
  const beats: (() => void)[] = [];
  const permits: HeldPermits = {
    extend: async (ms) => void noted.push(`extended for ${ms / 1000} s`),
    release: async () => void noted.push('released'),
  };
  return {
    noted,
    beat: () => beats.forEach((run) => run()),
    acquirePermit: async (tenant: Tenant) => {
      noted.push(`asked for ${tenant}`);
      return free ? { taken: true as const, permits } : { taken: false as const, freeAt: new Date() };
    },
    mayWait: async () => true,
    send: async () => void noted.push('sent again'),
    every: (ms: number, run: () => void) => {
      noted.push(`renews every ${ms / 1000} s`);
      beats.push(run);
      return () => void beats.splice(0);
    },
    random: () => random,
  };
};

test('a message runs while a permit of its project is held, and the permit is released afterwards', async () => {
  const stage = aStage(true);
  await whileHoldingPermit(stage, message, async () => void stage.noted.push('worked'));
  expect(stage.noted).toEqual(['asked for prj_a.live', 'renews every 30 s', 'worked', 'released']);
});

test('the permit is released when the work fails, and the message stays on the queue', async () => {
  const stage = aStage(true);
  const failing = async (): Promise<void> => {
    throw new Error('The work failed.');
  };
  await expect(whileHoldingPermit(stage, message, failing)).rejects.toThrow('The work failed.');
  expect(stage.noted.at(-1)).toBe('released');
});

test('long work extends its permit, and stops extending when it ends', async () => {
  const stage = aStage(true);
  await whileHoldingPermit(stage, message, async () => stage.beat());
  stage.beat();
  expect(stage.noted).toEqual([
    'asked for prj_a.live',
    'renews every 30 s',
    'extended for 120 s',
    'released',
  ]);
});

test.each([
  [0, 5_000],
  [0.999_999, 15_000],
])(
  'a message without a permit is sent again in 5 to 15 seconds, and counts as handled',
  async (random, ms) => {
    const stage = aStage(false, random);
    const sent: (number | undefined)[] = [];
    const send = async (_: unknown, delayMs?: number) => void sent.push(delayMs);
    const work = async () => void stage.noted.push('worked');
    expect(await runRecord(holdPermit({ ...stage, send }), { message }, work)).toBe(true);
    expect(stage.noted).toEqual(['asked for prj_a.live']);
    expect(sent[0]).toBeCloseTo(ms, -1);
  },
);

test('a message that needs no permit runs although none is free', async () => {
  const stage = { ...aStage(false), needsPermit: async () => false };
  await whileHoldingPermit(stage, message, async () => void stage.noted.push('worked'));
  expect(stage.noted).toEqual(['worked']);
});

test('a duplicate of a message that already waits is dropped', async () => {
  const stage = { ...aStage(false), mayWait: async () => false };
  await whileHoldingPermit(stage, message, async () => void stage.noted.push('worked'));
  expect(stage.noted).toEqual(['asked for prj_a.live']);
});

test.each([
  [true, false],
  [false, true],
])('a deferred message is logged; one that may wait (%s) is a copy: %s', async (waits, isCopy) => {
  const watched = watchLog();
  await whileHoldingPermit({ ...aStage(false), mayWait: async () => waits }, message, async () => {});
  expect(watched.lines).toEqual([{ event: 'record.deferred', is_copy: isCopy }]);
});

test('duplicates of a waiting message do not accumulate, however often the queue duplicates it', async () => {
  const { table, clock } = { table: memoryTable().table, clock: { ms: 0 } };
  let owners = 0;
  const random = seeded(1);
  const deps = {
    table,
    now: () => new Date(clock.ms),
    random: () => 0,
    newOwner: () => String((owners += 1)),
  };
  const mails: number[] = [0];
  const stage = {
    ...aStage(false),
    mayWait: waitingPermit(deps, 'fetch'),
    send: async (_: unknown, delayMs = 0) => {
      const at = clock.ms + 1_000 * Math.ceil(delayMs / 1_000);
      mails.push(at + random.below(500));
      if (random.chance(0.5)) mails.push(at + random.below(5_000));
    },
    random: () => random.below(1_000) / 1_000,
  };
  let deliveries = 0;
  let most = 0;
  while (clock.ms < 3_600_000) {
    most = Math.max(most, mails.length);
    mails.sort((a, b) => b - a);
    clock.ms = mails.pop() ?? Infinity;
    await whileHoldingPermit(stage, message, async () => {});
    deliveries += 1;
  }
  expect(mails.length).toBeGreaterThan(0);
  expect(most).toBeLessThan(10);
  expect(deliveries).toBeLessThan(3 * 360);
});

test('a message that can neither run nor be sent again stays on the queue', async () => {
  const stage = aStage(false);
  const send = async () => {
    throw new Error('SQS is down.');
  };
  await expect(whileHoldingPermit({ ...stage, send }, message, async () => {})).rejects.toThrow(
    'SQS is down.',
  );
});
