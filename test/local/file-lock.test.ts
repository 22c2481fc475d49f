import { expect, test } from 'vitest';
import { lockFile } from '#local/file-lock.ts';

test('a lock that cannot be opened, as that of another user, is named', () => {
  expect(() => lockFile('/no/such/folder/lock')).toThrow('/no/such/folder/lock cannot be opened');
});
