import { beforeEach, expect, test } from 'vitest';
import type { Caller } from '#lib/domain/auth/caller.ts';
import { getUsage } from '#lib/domain/billing/usage.ts';
import { AppError } from '#lib/platform/errors.ts';
import { randomId } from '#lib/platform/ids.ts';
import { Limits } from '#lib/platform/limits/limits.ts';
import { secondsToMidnight } from '#lib/platform/limits/test-quota.ts';
import { getTranscription } from '#lib/domain/transcriptions/get-transcription.ts';
import { type Tenant, tenantOf } from '#lib/platform/tenant.ts';
import { aWorld, caller } from '../../../support/protocol-world.ts';

const world = await aWorld({ testMinutesPerDay: 1 });

let tenant: Tenant;
beforeEach(() => {
  tenant = tenantOf(randomId('prj'), 'test');
  world.clock.now = new Date('2026-11-20T22:30:00.001Z');
  // One minute, the whole daily quota.
  world.script.chunks = 2;
});

const who = (): Caller => ({ ...caller, tenant });
const queue = () => world.queue({ audio_url: 'https://a.example/a.mp3' }, {}, who());
const view = ({ id }: { readonly id: string }) =>
  getTranscription(world.deps, who(), { id, query: { wait: 0 }, remainingMs: () => Infinity });
const usage = (of: Tenant) =>
  getUsage(
    { table: world.table, limits: Limits.parse({ testMinutesPerDay: 1 }), now: world.deps.now },
    { ...caller, tenant: of },
    { start: '2026-11-20', end: '2026-11-21' },
  );

test('a project over its test quota learns when the next day begins', async () => {
  await queue();
  await world.run();
  const error = await queue().catch((reason: unknown) => reason);
  if (!(error instanceof AppError)) throw new Error(`The job was not refused: ${String(error)}`);
  expect([error.type, error.headers]).toEqual(['test_quota_exceeded', { 'retry-after': '5400' }]);
  world.clock.now = new Date('2026-11-21T00:00:00.000Z');
  expect(await view(await queue())).toMatchObject({ status: 'queued' });
});

test('a job split after the test quota was used up fails, and none of it is recognized', async () => {
  const first = await queue();
  const second = await queue();
  let recognized = 0;
  const { recognize } = world.script;
  world.script.recognize = async (chunk) => {
    recognized += 1;
    return recognize(chunk);
  };
  await world.run();
  world.script.recognize = recognize;
  expect(await view(first)).toMatchObject({ status: 'completed' });
  expect(await view(second)).toMatchObject({
    status: 'failed',
    error: { type: 'test_quota_exceeded', retryable: true },
  });
  expect(recognized).toBe(2);
});

test('usage shows the test quota in test mode, and not in live mode', async () => {
  world.script.chunks = 1;
  await queue();
  await world.run();
  expect(await usage(tenant)).toMatchObject({
    test_quota: { used_ms: 30_000, limit_ms: 60_000 },
    totals: { jobs: 1, audio_ms: 30_000, amount_usd: '0.000000' },
  });
  expect((await usage(tenantOf('prj_a', 'live'))).test_quota).toBeNull();
  world.clock.now = new Date('2026-11-21T00:00:00.000Z');
  expect((await usage(tenant)).test_quota).toEqual({ used_ms: 0, limit_ms: 60_000 });
});

test.each([
  ['2026-11-20T00:00:00.000Z', 86_400],
  ['2026-11-20T23:59:59.000Z', 1],
  ['2026-11-20T23:59:59.999Z', 1],
])('from %s it is %i seconds to the next day', (now, seconds) => {
  expect(secondsToMidnight(new Date(now))).toBe(seconds);
});
