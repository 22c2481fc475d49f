import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseFolded } from '#lib/text.ts';

test.each([
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδος'],
  ['ΟΔΟΣ ΜΟΥ', 'οδοσ μου'],
  ['İzmir', 'i̇zmir'],
  ['Zoë', 'ZOE\u0308'],
  ['ＡＷＳ', 'aws'],
  ['ﬁgma', 'Figma'],
  ['ǅ', 'Ǆ'],
  ['\u212Aafka', 'kafka'],
])('%s and %s are one', (one, other) => {
  expect(caseFolded(one)).toBe(caseFolded(other));
});

test.each([
  ['ırmak', 'irmak'],
  ['resume', 'résumé'],
  ['GPT-4', 'GPT 4'],
])('%s and %s are two', (one, other) => {
  expect(caseFolded(one)).not.toBe(caseFolded(other));
});

test('folding again changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(caseFolded(caseFolded(text))).toBe(caseFolded(text));
    }),
  );
});

test('nor does writing all in capitals first', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('ı'));
  fc.assert(
    fc.property(text, (one) => {
      expect(caseFolded(one.toUpperCase())).toBe(caseFolded(one));
    }),
  );
});
