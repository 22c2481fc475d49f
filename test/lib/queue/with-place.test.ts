import { expect, test } from 'vitest';
import type { Hold } from '#lib/limits/take-places.ts';
import { withPlace } from '#lib/queue/with-place.ts';
import type { Tenant } from '#lib/tenant.ts';

const message: { readonly tenant: Tenant } = { tenant: 'prj_a.live' };

/** One place, or none; notes what becomes of it and of the message. */
const aStage = (free: boolean, random = 0) => {
  const noted: string[] = [];
  const beats: (() => void)[] = [];
  const hold: Hold = {
    keep: async (ms) => void noted.push(`kept for ${ms / 1000} s`),
    leave: async () => void noted.push('left'),
  };
  return {
    noted,
    beat: () => beats.forEach((run) => run()),
    takePlace: async (tenant: Tenant) => {
      noted.push(`asked for ${tenant}`);
      return free ? { taken: true as const, hold } : { taken: false as const, freeAt: new Date() };
    },
    send: async (_: unknown, delayMs?: number) => void noted.push(`sent again for in ${delayMs} ms`),
    every: (_: number, run: () => void) => {
      beats.push(run);
      return () => void beats.splice(0);
    },
    random: () => random,
  };
};

test('a message is worked on while a place of its project is held, and the place is given back', async () => {
  const stage = aStage(true);
  await withPlace(stage, async () => void stage.noted.push('worked'))(message);
  expect(stage.noted).toEqual(['asked for prj_a.live', 'worked', 'left']);
});

test('the place is given back when the work fails, and the message stays on the queue', async () => {
  const stage = aStage(true);
  const run = withPlace(stage, async () => {
    throw new Error('The work failed.');
  });
  await expect(run(message)).rejects.toThrow('The work failed.');
  expect(stage.noted.at(-1)).toBe('left');
});

test('work that takes long keeps its place, but no longer than it takes', async () => {
  const stage = aStage(true);
  await withPlace(stage, async () => stage.beat())(message);
  stage.beat();
  expect(stage.noted).toEqual(['asked for prj_a.live', 'kept for 120 s', 'left']);
});

test.each([
  [0, 5_000],
  [0.999_999, 15_000],
])('without a place the message is sent again for in 5 to 15 seconds, and done with', async (random, ms) => {
  const stage = aStage(false, random);
  const sent: (number | undefined)[] = [];
  const send = async (_: unknown, delayMs?: number) => void sent.push(delayMs);
  await withPlace({ ...stage, send }, async () => void stage.noted.push('worked'))(message);
  expect(stage.noted).toEqual(['asked for prj_a.live']);
  expect(sent[0]).toBeCloseTo(ms, -1);
});

test('a message that can neither be worked on nor be sent again stays on the queue', async () => {
  const stage = aStage(false);
  const send = async () => {
    throw new Error('SQS is down.');
  };
  await expect(withPlace({ ...stage, send }, async () => {})(message)).rejects.toThrow('SQS is down.');
});

test('what the queue tells of a delivery is passed on', async () => {
  const told: boolean[] = [];
  const run = withPlace(aStage(true), async (_: typeof message, { isLastTry }: { isLastTry: boolean }) => {
    told.push(isLastTry);
  });
  await run(message, { isLastTry: true });
  expect(told).toEqual([true]);
});
