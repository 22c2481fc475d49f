import { expect, test } from 'vitest';
import { apiDocument, violation } from '../support/api-document.ts';

type Found = { readonly place: readonly string[]; readonly schema: any };

/** Every schema that has a default, with its place in the document. */
const withDefault = (node: any, place: readonly string[] = []): readonly Found[] => {
  if (node === null || typeof node !== 'object') return [];
  const inside = Object.entries(node).flatMap(([key, value]) => withDefault(value, [...place, key]));
  return 'default' in node && !place.includes('example') ? [{ place, schema: node }, ...inside] : inside;
};

const found = withDefault(apiDocument);

test('every default is a value of its own schema', () => {
  expect(found.length).toBeGreaterThan(20);
  const wrong = found.flatMap(({ place, schema }) => violation(schema.default, ...place) ?? []);
  expect(wrong).toEqual([]);
});

test('no default is an object, as clients that are generated for Go and Python would not compile', () => {
  const isPlain = (value: unknown) => Object.prototype.toString.call(value) === '[object Object]';
  expect(found.filter(({ schema }) => isPlain(schema.default))).toEqual([]);
});
