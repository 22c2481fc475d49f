import { frameKey, markKey, sessionKey } from '#lib/domain/realtime/session-item.ts';
import { dynamoSessionRepository } from '#lib/domain/realtime/session-repository.dynamodb.ts';
import { dayMs, later } from '#lib/platform/durations.ts';
import { expect, test } from 'vitest';
import { anyReadableTable } from '../../../support/table.ts';
import { aCommit, aFinal, at, scenes, sessionLimits, start } from './session-scenes.ts';

const { table, items } = await anyReadableTable();
const store = dynamoSessionRepository(table, sessionLimits);
const { claimed, found } = scenes(() => ({ table, store }));

const seconds = (date: Date): number => date.getTime() / 1_000;

test('DynamoDB may delete the audio of a session a day after it came, its events with its text, and itself and its job thirty days later', async () => {
  const session = await claimed();
  const data = Uint8Array.from([1, 2, 3]);
  await store.reserve(session, 3, { maxEnd: 9, now: start });
  await store.reserve(session, 3, { maxEnd: 9, now: at(1_000) });
  await store.putFrame(session, { offset: 0, endOffset: 3, data }, start);
  const finish = { offset: 6, kind: 'finish' } as const;
  await store.putMark(session, finish, start);
  await store.commit(session, { ...aCommit(900, aFinal(1)), gap: { offset: 3, endOffset: 6 } });
  await store.close(session, { reason: 'finish', now: start });
  await store.end(await found(session), { now: start, detectedLanguage: 'en', billedMicroUsd: 0 });

  const { tenant, id, transcriptionId, expiresAt } = session;
  const ttlOf = new Map(
    (await items())
      .filter(({ pk }) => pk === `${tenant}/${id}` || pk === `${tenant}/${transcriptionId}`)
      .map(({ sk, ttl }) => [sk, ttl]),
  );
  const dayLater = seconds(later(start, dayMs));
  const textExpires = seconds(new Date(expiresAt));
  const forgotten = seconds(later(expiresAt, 30 * dayMs));
  expect(Object.fromEntries(ttlOf)).toEqual({
    arrival: dayLater + 1,
    [frameKey(session, 0).sk]: dayLater,
    [frameKey(session, 3).sk]: dayLater,
    [markKey(session, finish).sk]: dayLater,
    'event/00000001': textExpires,
    'event/00000002': textExpires,
    [sessionKey(session).sk]: forgotten,
    job: forgotten,
  });
});
