import { dynamoSessionRepository } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { dynamoInput } from '#lib/domain/realtime/input.dynamodb.ts';
import { randomId } from '#lib/platform/ids.ts';
import { expect, test } from 'vitest';
import { repeatingUpdates } from '../../../support/lost-responses.ts';
import { anyTable } from '../../../support/table.ts';
import { at, scenes, sessionLimits, start } from './session-scenes.ts';

const { table } = await anyTable();
const store = dynamoSessionRepository(table, sessionLimits);
const { live } = scenes(() => ({ table, store }));
const aRef = () => ({ tenant: `${randomId('prj')}.live` as const, id: randomId('rts') });

test.each([0, 20, 200, 3_200])(
  'bytes without an offset are counted once, though the response of the write was lost and another process counted other bytes %i ms later',
  async (ms) => {
    const ref = aRef();
    const { reserve } = dynamoInput(table, 0);
    await reserve(ref, 100, { maxEnd: 100, now: start });
    const lossy = dynamoInput(
      repeatingUpdates(table, () => reserve(ref, 20, { maxEnd: 200, now: at(100 + ms) })),
      1,
    );
    expect(await lossy.reserve(ref, 3, { maxEnd: 103, now: at(100) })).toBe(100);
    expect(await reserve(ref, 1, { maxEnd: 200, now: at(5_000) })).toBe(123);
  },
);

test('a claim that the client of AWS repeats after a lost response is that of this runner, and of no other one', async () => {
  const session = await live();
  const lossy = dynamoSessionRepository(repeatingUpdates(table), sessionLimits);
  expect(await lossy.claimLease(session, start)).toMatchObject({ epoch: 1, claims: 1 });
  expect(await store.claimLease(session, start)).toBeUndefined();
});

test('a claim that the client of AWS repeats after a lost response is refused if the session ended meanwhile', async () => {
  const session = await live();
  const end = async () => {
    const closed = await store.close(session, { reason: 'canceled', now: at(1) });
    return closed && store.end(closed, { now: at(2), detectedLanguage: null, billedMicroUsd: 0 });
  };
  const lossy = dynamoSessionRepository(repeatingUpdates(table, end), sessionLimits);
  expect(await lossy.claimLease(session, start)).toBeUndefined();
});

test('a wake that the client of AWS repeats after a lost response counts, so that a runner is started at once', async () => {
  const session = await live();
  const lossy = dynamoSessionRepository(repeatingUpdates(table), sessionLimits);
  expect(await lossy.noteWake(session, start)).toBe(true);
  expect(await store.noteWake(session, start)).toBe(false);
});
