import { expect, test } from 'vitest';
import { ApiError } from '../../../console/api/api-error.ts';
import { interruptionOf } from '../../../console/sending/sending.ts';

test.each([
  ['without an answer', ApiError.unreachable(), 'The connection was lost.'],
  ['by a failure', ApiError.from(503, '<h1>Unavailable</h1>', null), 'The service cannot answer now.'],
  ['by a limit', ApiError.from(429, '{}', '9'), 'You have sent too many requests for now.'],
])('a recording that is interrupted %s says so', (_, error, why) => {
  expect(interruptionOf(error)).toBe(why);
});
