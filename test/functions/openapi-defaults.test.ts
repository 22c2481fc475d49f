import { expect, test } from 'vitest';
import { apiDocument, resolved, violation } from '../support/api-document.ts';

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

test('a default that is an object has every property, as generated clients type it so', () => {
  const missing = found.flatMap(({ place, schema }) =>
    Object.keys(resolved(schema).properties ?? {})
      .filter((name) => !(name in schema.default))
      .map((name) => `${place.join('.')}.${name}`),
  );
  expect(missing).toEqual([]);
});
