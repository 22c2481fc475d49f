import { beforeAll, describe, expect, test } from 'vitest';
import { chargeMicroUsd } from '#lib/domain/money.ts';
import { billableMs } from '#lib/domain/transcriptions/transcription.ts';
import { randomId } from '#lib/platform/ids.ts';
import { tenantOf } from '#lib/platform/tenant.ts';
import { at, scenes, start, testMinutesPerDay, type World } from './repository-scenes.ts';

const minuteMs = 60_000;

/** The guarantees of every `TranscriptionRepository` about jobs whose channels are kept apart. */
export const channelsContract = (name: string, open: () => Promise<World>): void => {
  describe(`channels in the store on ${name}`, () => {
    let world: World;
    beforeAll(async () => {
      world = await open();
    });
    const { claimed } = scenes(() => world);
    const cutOf = (channels: number) => ({ chunkCount: 0, audioMs: minuteMs, channels, now: start });

    test('a job holds, pays and counts its length once for each channel', async () => {
      const organizationId = randomId('org');
      const tenant = tenantOf(randomId('prj'), 'live');
      await world.pay(organizationId, 20_000);
      const job = await claimed({ tenant, organizationId, heldMicroUsd: 2 });
      const after = await world.store.markSplit(job, cutOf(3));
      if (typeof after !== 'object') throw new Error(`The job is ${after}.`);
      expect(after).toMatchObject({ audioMs: minuteMs, channels: 3 });
      expect(await world.accountOf(organizationId)).toEqual({ balance: 20_000, held: 15_000 });
      const billedMicroUsd = chargeMicroUsd(billableMs(after));
      await world.store.complete(after, { now: at(9), detectedLanguage: 'en', billedMicroUsd });
      expect(await world.accountOf(organizationId)).toEqual({ balance: 5_000, held: 0 });
      expect(await world.chargeOf(job)).toBe(15_000);
      expect(await world.usageOf(tenant, '2026-11-20')).toBe(15_000);
    });

    test('a job whose channels cost more than its hold and the free credit is refused', async () => {
      const organizationId = randomId('org');
      await world.pay(organizationId, 5_000);
      const job = await claimed({ organizationId, heldMicroUsd: 5_000 });
      expect(await world.store.markSplit(job, cutOf(2))).toBe('insufficient_credits');
      expect(await world.accountOf(organizationId)).toEqual({ balance: 5_000, held: 5_000 });
    });

    test('a job takes its length off the test quota once for each channel', async () => {
      const tenant = tenantOf(randomId('prj'), 'test');
      const job = await claimed({ tenant });
      const next = await claimed({ tenant });
      const half = { ...cutOf(2), audioMs: (testMinutesPerDay / 2) * minuteMs };
      expect(await world.store.markSplit(job, half)).toMatchObject({ audioMs: half.audioMs, channels: 2 });
      expect(await world.store.markSplit(next, cutOf(1))).toBe('test_quota_exceeded');
    });
  });
};
