import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageOf } from '#local/s3/operations/list-objects.ts';

const list = (keys: readonly string[], prefix: string, delimiter: string, maxKeys: number) => {
  const objects = keys.map((key) => ({ key }));
  const pages: string[][] = [];
  let after = '';
  for (;;) {
    const page = pageOf(objects, { prefix, delimiter, after, maxKeys });
    pages.push([...page.objects.map(({ key }) => key), ...page.commonPrefixes]);
    if (page.next === undefined) return pages;
    after = page.next;
  }
};

const anyKey = fc.string({
  unit: fc.constantFrom('a', 'b', '/', 'ü', '🎧', '\uffee'),
  minLength: 1,
  maxLength: 6,
});
const keys = fc.uniqueArray(anyKey, { maxLength: 30 });

test('pages of any size together have the same entries as one page, each once', () => {
  fc.assert(
    fc.property(
      keys,
      fc.constantFrom('', 'a', 'a/'),
      fc.constantFrom('', '/'),
      fc.integer({ min: 1, max: 7 }),
      (all, prefix, delimiter, size) => {
        const [whole = []] = list(all, prefix, delimiter, 1000);
        const pages = list(all, prefix, delimiter, size);
        expect(pages.flat().toSorted()).toEqual(whole.toSorted());
        expect(pages.every((page) => page.length <= size)).toBe(true);
      },
    ),
  );
});

test('a listing without a delimiter has the keys with the prefix in UTF-8 order', () => {
  fc.assert(
    fc.property(keys, (all) => {
      const under = all.filter((key) => key.startsWith('a')).map((key) => Buffer.from(key));
      expect(list(all, 'a', '', 1000)[0]).toEqual(under.toSorted((a, b) => Buffer.compare(a, b)).map(String));
    }),
  );
});
