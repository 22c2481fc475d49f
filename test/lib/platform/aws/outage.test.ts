import {
  DynamoDBClient,
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { isOutage, retryingContention } from '#lib/platform/aws/outage.ts';
import { openTable } from '#lib/platform/aws/table.ts';
import { errorReply } from '#lib/platform/http/reply.ts';
import { chanceOf } from '../../../support/chance.ts';

const meta = { $metadata: {}, message: 'no' };
const canceled = (...codes: string[]) =>
  new TransactionCanceledException({ ...meta, CancellationReasons: codes.map((Code) => ({ Code })) });

/** Virtual time: the sleepers wake one after the other, the one with the earliest time first. */
const virtualClock = () => {
  let now = 0;
  let sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  return {
    now: () => now,
    sleep: (ms: number) => new Promise<void>((wake) => void sleepers.push({ at: now + ms, wake })),
    run: async (): Promise<void> => {
      await setImmediate();
      while (sleepers.length > 0) {
        sleepers = sleepers.toSorted((a, b) => a.at - b.at);
        const first = sleepers.shift();
        now = first?.at ?? now;
        first?.wake();
        await setImmediate();
      }
    },
  };
};

const failing = (times: number, error: Error) => {
  let left = times;
  return async () => {
    left -= 1;
    if (left >= 0) throw error;
    return 'written';
  };
};

/** A backoff that takes no time and records its pauses. */
const aBackoff = () => {
  const pausesMs: number[] = [];
  const sleep = async (ms: number) => void pausesMs.push(ms);
  return { pausesMs, retrying: retryingContention({ random: () => 0.5, sleep }) };
};

describe('a transaction conflict', () => {
  const conflict = new TransactionConflictException(meta);

  test.each([
    ['of a single item', conflict],
    ['a conflict within a transaction', canceled('None', 'TransactionConflict')],
    ['a throttled transaction', canceled('ThrottlingError', 'None')],
    ['a transaction with an item of a full partition', canceled('ProvisionedThroughputExceeded')],
  ])('%s is retried', async (_, error) => {
    expect(await aBackoff().retrying(failing(3, error))).toBe('written');
  });

  test('a transaction conflict is given up after 14 retries, and the caller may retry', async () => {
    const { retrying, pausesMs } = aBackoff();
    expect(await retrying(failing(14, conflict))).toBe('written');
    await expect(retrying(failing(15, conflict))).rejects.toBe(conflict);
    expect(pausesMs).toHaveLength(28);
    expect(errorReply(conflict, 'r')).toMatchObject({ statusCode: 503, headers: { 'retry-after': '5' } });
  });

  test('the pause after a transaction conflict is a random share of a time that doubles from 20 ms to 2 s', async () => {
    const { retrying, pausesMs } = aBackoff();
    await retrying(failing(10, conflict));
    expect(pausesMs).toEqual([10, 20, 40, 80, 160, 320, 640, 1_000, 1_000, 1_000]);
  });

  test.each([1, 2, 3, 4, 5])(
    'a write gets through beside 99 others at one item, each 5 ms long (seed %i)',
    async (seed) => {
      const chance = chanceOf(seed);
      const clock = virtualClock();
      const retrying = retryingContention({ random: () => chance.under(1_000) / 1_000, sleep: clock.sleep });
      let isHeld = false;
      const write = async () => {
        if (isHeld) throw conflict;
        isHeld = true;
        await clock.sleep(5);
        isHeld = false;
        return 'written';
      };
      const all = Promise.all(Array.from({ length: 100 }, () => retrying(write)));
      await clock.run();
      expect(new Set(await all)).toEqual(new Set(['written']));
      expect(clock.now()).toBeLessThan(10_000);
    },
  );

  test('a refused condition is not retried', async () => {
    const error = canceled('ConditionalCheckFailed', 'None');
    const { retrying, pausesMs } = aBackoff();
    await expect(retrying(failing(1, error))).rejects.toBe(error);
    expect(pausesMs).toEqual([]);
  });
});

test('throttling, a timeout and any status from 500 are outages; a client error is not', () => {
  expect(isOutage(new ProvisionedThroughputExceededException(meta))).toBe(true);
  for (const code of ['ECONNREFUSED', 'EAI_AGAIN'])
    expect(isOutage(Object.assign(new Error('connect'), { code }))).toBe(true);
  const withStatus = (httpStatusCode: number) =>
    Object.assign(new Error('UnknownError'), { $metadata: { httpStatusCode } });
  expect([400, 403, 404, 429, 500, 503].filter((status) => isOutage(withStatus(status)))).toEqual([
    429, 500, 503,
  ]);
  expect(isOutage(new TypeError('x is not a function'))).toBe(false);
  expect(isOutage('thrown text')).toBe(false);
});

test('a cancelled transaction says which of its conditions were refused', async () => {
  const refused = canceled('None', 'ConditionalCheckFailed');
  const client = new DynamoDBClient({ region: 'eu-west-1' });
  client.send = () => Promise.reject(refused);
  expect(await openTable(client, 't').transact([])).toMatchObject({
    done: false,
    reasons: [{ refused: false }, { refused: true }],
  });
});

test('the first reason of a cancelled transaction decides: a refusal ends it, a conflict is retried', async () => {
  const client = new DynamoDBClient({ region: 'eu-west-1' });
  const errors = [
    canceled('TransactionConflict', 'ConditionalCheckFailed'),
    canceled('None', 'ConditionalCheckFailed', 'TransactionConflict'),
  ];
  client.send = () => Promise.reject(errors.shift());
  expect(await openTable(client, 't').transact([])).toMatchObject({
    done: false,
    reasons: [{ refused: false }, { refused: true }, { refused: false }],
  });
  expect(errors).toEqual([]);
});
