import { expect, test } from 'vitest';
import { isSameName } from '../../console/parts/same-name.ts';

test.each([
  ['Call centre', 'Call  centre'],
  ['Call centre', ' Call\u00A0centre '],
  ['Caf\u00E9', 'Cafe\u0301'],
])('to type %j confirms the deletion of %j, which looks the same', (typed, name) => {
  expect(isSameName(typed, name)).toBe(true);
});

test.each([
  ['call centre', 'Call centre'],
  ['Callcentre', 'Call  centre'],
  ['', 'Call centre'],
])('to type %j does not confirm the deletion of %j', (typed, name) => {
  expect(isSameName(typed, name)).toBe(false);
});
