import { describe, expect, test } from 'vitest';
import { ApiError } from '../../console/api/api-error.ts';
import { mayRetry, retryDelay } from '../../console/parts/queries.ts';

const refusal = (status: number, retryAfter: string | null = null): ApiError =>
  ApiError.from(status, JSON.stringify({ error: { type: 'some_type', message: 'No.' } }), retryAfter);

describe('a failed read', () => {
  test.each([
    ['the network was lost', ApiError.unreachable(), true],
    ['the service failed', refusal(503), true],
    ['too many reads wait at once', refusal(429, '3'), true],
    ['the service refused it', refusal(404), false],
    ['the session has ended', refusal(401), false],
    ['the page has a mistake', new TypeError('undefined is not a function'), false],
  ])('whether a read is repeated when %s', (_, error, expected) => {
    expect(mayRetry(0, error)).toBe(expected);
  });

  test('a failed read is repeated three times', () => {
    expect([2, 3].map((failures) => mayRetry(failures, refusal(503)))).toEqual([true, false]);
  });

  test('a failed read is repeated after the time that the service asks for, else after 1, 2 and 4 s', () => {
    expect(retryDelay(2, refusal(429, '3'))).toBe(3000);
    expect([0, 1, 2].map((failures) => retryDelay(failures, refusal(503)))).toEqual([1000, 2000, 4000]);
  });
});
