import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duplicateKey, type JsonPath } from '#lib/platform/http/duplicate-key.ts';

/** A JSON value in its written form: an object may repeat a key. */
type Written =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'array'; readonly items: readonly Written[]; readonly space: string }
  | { readonly kind: 'object'; readonly entries: readonly Entry[]; readonly space: string };
type Entry = { readonly key: string; readonly isEscaped: boolean; readonly value: Written };

const space = fc.constantFrom('', ' ', '\n', '\t\r\n');
// Few different names, so that keys repeat. Some texts look like JSON structure.
const key = fc.oneof(fc.constantFrom('a', 'b', 'é', '"', '\\', '{"a":', ''), fc.string({ maxLength: 3 }));

const { written } = fc.letrec<{ written: Written; entry: Entry }>((tie) => ({
  written: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc
      .oneof(fc.string(), fc.constantFrom('a":1', '[{]},:', '\\"'), fc.integer(), fc.constant(null))
      .map((value): Written => ({ kind: 'plain', text: JSON.stringify(value) })),
    fc.record({ kind: fc.constant('array'), items: fc.array(tie('written'), { maxLength: 4 }), space }),
    fc.record({ kind: fc.constant('object'), entries: fc.array(tie('entry'), { maxLength: 4 }), space }),
  ),
  entry: fc.record({ key, isEscaped: fc.boolean(), value: tie('written') }),
}));

const escaped = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`;

const textOf = (value: Written): string => {
  if (value.kind === 'plain') return value.text;
  const { space: gap } = value;
  if (value.kind === 'array') return `[${value.items.map((item) => gap + textOf(item) + gap).join(',')}]`;
  const entries = value.entries.map(
    (one) =>
      `${gap}${one.isEscaped ? escaped(one.key) : JSON.stringify(one.key)}${gap}:${gap}${textOf(one.value)}`,
  );
  return `{${entries.join(',')}${gap}}`;
};

/** A recursive reference implementation. */
const firstDuplicate = (value: Written): JsonPath | undefined => {
  if (value.kind === 'plain') return undefined;
  const seen = new Set<string>();
  const parts: [string | number, Written][] =
    value.kind === 'array'
      ? value.items.map((item, at) => [at, item])
      : value.entries.map((entry) => [entry.key, entry.value]);
  for (const [step, inner] of parts) {
    if (typeof step === 'string' && seen.has(step)) return [step];
    if (typeof step === 'string') seen.add(step);
    const found = firstDuplicate(inner);
    if (found) return [step, ...found];
  }
  return undefined;
};

test('the first repeated key of an object is found, at any depth and however it is escaped', () => {
  fc.assert(
    fc.property(written, (value) => {
      const text = textOf(value);
      // Premise: the generated text is JSON.
      JSON.parse(text);
      expect(duplicateKey(text)).toEqual(firstDuplicate(value));
    }),
    { numRuns: 2_000 },
  );
});

test('JSON.stringify output never has a repeated key', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(duplicateKey(text)).toBeUndefined();
    }),
  );
});

test.each<[string, JsonPath]>([
  ['{"a":1,"a":2}', ['a']],
  ['{"a":1,"\\u0061":2}', ['a']],
  ['{"a":[0,{"b":1, "b" :2}]}', ['a', 1, 'b']],
  ['[[],{},{"x":{"__proto__":1,"__proto__":1}}]', [2, 'x', '__proto__']],
])('%s repeats a key', (text, path) => expect(duplicateKey(text)).toEqual(path));

test.each([
  '{"a":"a","b":"a"}',
  '[{"a":1},{"a":1}]',
  '{"a":{"a":1}}',
  '["a","a"]',
  '"a"',
  '{"a":"\\"a\\":1,"}',
])('%s repeats no key', (text) => expect(duplicateKey(text)).toBeUndefined());

describe('hostile input', () => {
  const many = (count: number, one: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => one(at)).join(',');
  test.each<[string, string]>([
    ['arrays of depth 400,000', '['.repeat(400_000) + ']'.repeat(400_000)],
    ['objects of depth 160,000', `${'{"a":'.repeat(160_000)}1${'}'.repeat(160_000)}`],
    ['60,000 keys', `{${many(60_000, (at) => `"key ${at}":1`)}}`],
    ['a long key', `{"${'x'.repeat(1_000_000)}":1}`],
    ['500,000 escapes', `{"${'\\"'.repeat(500_000)}":1}`],
    ['500,000 escapes in values', `[${many(100_000, () => '"\\\\\\""')}]`],
    ['white space', `{"a"${' '.repeat(1_000_000)}:1}`],
    ['white space behind strings', `[${many(1_000, () => `"a"${' '.repeat(1_000)}`)}]`],
  ])('a megabyte of %s is read in linear time and without recursion', (_, text) =>
    expect(duplicateKey(text)).toBeUndefined(),
  );
});
