import fc from 'fast-check';
import { expect, test } from 'vitest';
import { derivedId, idPattern, randomId, timedId } from '#lib/platform/ids.ts';

test('an id is its prefix and 26 small letters and digits', () => {
  expect(randomId('upl')).toMatch(/^upl_[a-z2-7]{26}$/);
  expect(derivedId('ofq', ['a', 'b'])).toMatch(/^ofq_[a-z2-7]{26}$/);
});

test('a derived id is the same for the same parts, and different for any others', () => {
  const parts = fc.array(fc.string(), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(parts, parts, (a, b) => {
      expect(derivedId('ofq', a) === derivedId('ofq', b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
});

test('a derived id with a time is stable, unique, and sorts by that time', () => {
  const at = (ms: number, part = 'a') => timedId('dlv', new Date(ms), [part]);
  const times = [
    0, 1, 31, 32, 1_000, 1_795_000_000_000, 1_795_000_000_001, 1_795_000_000_255, 1_795_000_000_256,
  ];
  const ids = times.map((ms) => at(ms));
  expect(ids.toSorted()).toEqual(ids);
  expect(at(7)).toBe(at(7));
  expect(at(7)).not.toBe(at(7, 'b'));
  for (const id of ids) expect(id).toMatch(idPattern('dlv'));
});

test('an upgrade derives the ids that the earlier version stored, so a repeated request finds what it made', () => {
  const request = ['prj_a.live', 'POST /v1/transcriptions', 'a-key-of-a-request'];
  expect(derivedId('ofq', request)).toBe('ofq_i6qbe34liw4r32kngurqroqrcu');
  const at = new Date('2026-11-20T10:00:00.000Z');
  expect(timedId('dlv', at, ['evt_a', 'whk_a'])).toBe('dlv_2akzktkh22iddhih6bxiq3alig');
});
