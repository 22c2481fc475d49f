import { expect, test } from 'vitest';
import { invalidFields } from '#lib/platform/http/validation.ts';

const field = { path: 'name', rule: 'length', message: 'Send a text.' };
const fieldsOf = (...fields: readonly (typeof field)[]) => {
  const { message, details } = invalidFields(fields);
  const shown: readonly (typeof field)[] = Object(details['fields']);
  return { message, shown };
};

test('the message names the first field, and no field if the whole request is meant', () => {
  expect(fieldsOf(field, { ...field, path: 'mode' }).message).toBe('name: Send a text.');
  expect(fieldsOf({ ...field, path: '' }).message).toBe('Send a text.');
});

test('at most 50 fields are shown', () => {
  expect(fieldsOf(...Array.from({ length: 51 }, () => field)).shown).toHaveLength(50);
});

test.each([
  ['x'.repeat(300), 'x'.repeat(300)],
  ['x'.repeat(301), `${'x'.repeat(300)}…`],
  [`${'x'.repeat(299)}😀`, `${'x'.repeat(299)}\ufffd…`],
])('a path over 300 characters is shortened and stays valid Unicode', (path, shown) => {
  expect(fieldsOf({ ...field, path }).shown).toEqual([{ ...field, path: shown }]);
});
