import { expect, test } from 'vitest';
import { fillFields } from '../../console/parts/fill-fields.ts';

const field = (type: string, value: string, fields: object = {}) => ({
  name: 'mode',
  type,
  value,
  disabled: false,
  checked: false,
  ...fields,
});

test('a kept choice that is no longer possible leaves the possible one chosen', () => {
  const live = field('radio', 'live', { disabled: true });
  const chosen = field('radio', 'test', { checked: true });
  fillFields([live, chosen], { mode: ['live'] });
  expect([live.checked, chosen.checked]).toEqual([false, true]);
});

test('a form is filled with what was kept of it', () => {
  const live = field('radio', 'live');
  const chosen = field('radio', 'test');
  const on = field('checkbox', 'a');
  const off = field('checkbox', 'b', { checked: true });
  const name = field('text', '', { name: 'name' });
  fillFields([live, chosen, name], { mode: ['test'], name: ['Production'] });
  fillFields([on, off], { mode: ['a'] });
  expect([live.checked, chosen.checked, on.checked, off.checked]).toEqual([false, true, true, false]);
  expect(name.value).toBe('Production');
});
