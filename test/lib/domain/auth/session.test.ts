import { expect, test } from 'vitest';
import { userIdOf } from '#lib/domain/auth/session.ts';

test('a person who signed in under an earlier version has the same id, under which their organizations are stored', () => {
  expect(userIdOf('eu-west-1_abc', '4f8e')).toBe('usr_a4zqqfr7povtcueyf35rf2dhuq');
});
