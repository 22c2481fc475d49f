import { expect, test } from 'vitest';
import { laptopAllowList } from '#local/allow-list.ts';

test.each(['localhost', '{"host": "a"}'])('SAFE_FETCH_ALLOW=%s is refused by name', (list) => {
  expect(() => laptopAllowList(list)).toThrow('SAFE_FETCH_ALLOW is not a list in JSON');
});
