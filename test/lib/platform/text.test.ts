import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseFolded, displayName, joinTexts } from '#lib/platform/text.ts';

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
])('%s and %s are the same word', (one, other) => {
  expect(caseFolded(one)).toBe(caseFolded(other));
});

test.each([
  ['ırmak', 'irmak'],
  ['resume', 'résumé'],
  ['GPT-4', 'GPT 4'],
])('%s and %s are different words', (one, other) => {
  expect(caseFolded(one)).not.toBe(caseFolded(other));
});

test('case folding is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(caseFolded(caseFolded(text))).toBe(caseFolded(text));
    }),
  );
});

test('case folding ignores a previous change to capitals', () => {
  const text = fc.string({ unit: 'grapheme' }).filter((one) => !one.includes('ı'));
  fc.assert(
    fc.property(text, (one) => {
      expect(caseFolded(one.toUpperCase())).toBe(caseFolded(one));
    }),
  );
});

test.each([
  [['It was late.', '', 'He left.'], 'It was late. He left.'],
  [['こんにちは。', 'お元気ですか？'], 'こんにちは。お元気ですか？'],
  [['你好', '世界'], '你好世界'],
  [['สวัสดี', 'ครับ'], 'สวัสดีครับ'],
  [['안녕', '하세요'], '안녕 하세요'],
  [['東京', 'Tokyo', '東京'], '東京 Tokyo 東京'],
  [[], ''],
])('%j is joined with spaces where its script has them', (texts, text) => {
  expect(joinTexts(texts)).toBe(text);
});

const rulesOf = (name: string) =>
  displayName(100)
    .safeParse(name)
    .error?.issues.map((issue) => issue.code === 'custom' && issue.params?.['rule']);

test.each([' ', '\u200b', '\u3164', '\u2800', '\u00ad', '\ufe0f', '\u{e0041}', '\u2067\u2069'])(
  'the name %j, of which nothing is seen, is refused',
  (name) => expect(rulesOf(name)).toEqual(['blank']),
);

test.each(['\u0000', 'Sales\u0007', 'Sales\nNorth', '\u0085'])(
  'the name %j is refused for its control character, so that subjects of mails have none',
  (name) => expect(rulesOf(name)).toEqual(['control_character']),
);

test.each(['Sales', ' é ', '東京', 'می‌خواهم', '👩‍💻', '☎️', '-'])('the name %j is accepted', (name) => {
  expect(rulesOf(name)).toBeUndefined();
});
