import { randomInt } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { formatKey, generateKey, parseKey } from '#lib/domain/auth/api-key.ts';
import { authenticator } from '#lib/domain/auth/authenticate.ts';
import { createApiKey } from '#lib/domain/auth/create-api-key.ts';
import { keyItemKey } from '#lib/domain/auth/key-record.ts';
import { randomId } from '#lib/platform/ids.ts';
import { type Calls, callsOf as countedCalls } from '../../../support/count-calls.ts';
import { aPaidKey } from '../../../support/paid-key.ts';
import { startCountedTable } from '../../../support/table.ts';

let counted: Awaited<ReturnType<typeof startCountedTable>>;
let table: typeof counted.table;
beforeAll(async () => {
  counted = await startCountedTable();
  ({ table } = counted);
});

const callsOf = (work: () => Promise<unknown>): Promise<Calls> => countedCalls(counted.calls, work);
const now = () => new Date('2026-11-20T10:00:00.000Z');
const clock = { now, random: randomInt };
const oneWrite = { counts: { 'dynamodb.UpdateItem': 1 }, readUnits: 0, writeUnits: 1 };
const oneRead = { counts: { 'dynamodb.GetItem': 1 }, readUnits: 1, writeUnits: 0 };

test('authenticating a key is one write of one unit, also when all its slots are taken and the key has every field', async () => {
  const input = { projectId: randomId('prj'), organizationId: randomId('org'), mode: 'live' } as const;
  const key = await aPaidKey({ table, now }, input);
  await table.update({
    key: keyItemKey(parseKey(key)?.id ?? ''),
    set: 'SET expiresAt = :end',
    values: { ':end': '2027-11-20T10:00:00.000Z' },
  });
  const authenticate = authenticator(table, 60, clock);
  for (let request = 0; request < 59; request += 1) await authenticate(`Bearer ${key}`);
  expect(await callsOf(() => authenticate(`Bearer ${key}`))).toEqual(oneWrite);
});

test('a function that sees a key for the first time reads it once', async () => {
  const key = await createApiKey({ table, now }, { projectId: randomId('prj'), mode: 'live' });
  const authenticate = authenticator(table, 60, clock);
  expect(await callsOf(() => authenticate(`Bearer ${key}`))).toEqual({
    counts: { 'dynamodb.GetItem': 1, 'dynamodb.UpdateItem': 1 },
    readUnits: 1,
    writeUnits: 1,
  });
  expect(await callsOf(() => authenticate(`Bearer ${key}`))).toEqual(oneWrite);
});

test('an unknown or wrong key costs one read and no write, however often it is sent', async () => {
  const key = await createApiKey({ table, now }, { projectId: randomId('prj'), mode: 'live' });
  const authenticate = authenticator(table, 60, clock);
  await authenticate(`Bearer ${key}`);
  const unknown = formatKey(generateKey('live'));
  const wrongSecret = formatKey({ ...generateKey('live'), id: parseKey(key)?.id ?? '' });
  for (const forged of [unknown, wrongSecret, unknown, wrongSecret]) {
    const attempt = () => expect(authenticate(`Bearer ${forged}`)).rejects.toThrow('Send a valid API key');
    expect(await callsOf(attempt)).toEqual(oneRead);
  }
  expect(await callsOf(() => authenticate(`Bearer ${key}`))).toEqual(oneWrite);
});
