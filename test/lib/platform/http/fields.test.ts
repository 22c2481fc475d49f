import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languagePattern, sentInstant } from '#lib/platform/http/fields.ts';
import { canonicalLanguage } from '#lib/speech/languages.ts';

const letters = fc.constantFrom('a', 'B', 'c', 'X', 'y', 'Z');
const alphanumeric = fc.constantFrom('a', 'B', 'x', '1', '9');
const subtag = (unit: fc.Arbitrary<string>, minLength: number, maxLength = minLength) =>
  fc.string({ unit, minLength, maxLength });
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: '' });

const language = fc.oneof(subtag(letters, 2, 3), subtag(letters, 5, 8));
const region = fc.oneof(subtag(letters, 2), subtag(fc.constantFrom('0', '1', '9'), 3));
const variant = fc.oneof(
  subtag(letters, 5, 8),
  subtag(letters, 3).map((rest) => `1${rest}`),
);
const privateUse = fc.array(subtag(alphanumeric, 1, 8), { minLength: 1, maxLength: 2 });

/** Tags by the grammar of BCP 47. Only the rule against repeated variants cannot be expressed by a pattern. */
const tags = fc
  .tuple(
    language,
    maybe(subtag(letters, 4)),
    maybe(region),
    maybe(variant),
    maybe(privateUse.map((own) => `x-${own.join('-')}`)),
  )
  .map(([first, script, area, one, own]) =>
    [first, script, area, one, own].filter((part) => part !== '').join('-'),
  );

test('a tag built by the BCP 47 grammar matches the documented pattern and is accepted', () => {
  fc.assert(
    fc.property(tags, (tag) => {
      expect([tag, languagePattern.test(tag)]).toEqual([tag, true]);
      expect([tag, canonicalLanguage(tag) !== undefined]).toEqual([tag, true]);
    }),
  );
});

test('every accepted tag matches the documented pattern', () => {
  const parts = fc.oneof(
    subtag(alphanumeric, 1, 9),
    region,
    variant,
    fc.constantFrom('en', 'u', 'ca', 'x', '_'),
  );
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 5 }), (some) => {
      const tag = some.join('-');
      fc.pre(canonicalLanguage(tag) !== undefined);
      expect([tag, languagePattern.test(tag)]).toEqual([tag, true]);
    }),
    { numRuns: 1_000 },
  );
});

test.each(['lkc-AA-BB', 'e', 'abcd', 'en_US', 'en-', 'en--US', 'en-Latn-Cyrl', 'x-private', 'en-x'])(
  '%s neither matches the documented pattern nor is accepted',
  (tag) => {
    expect([languagePattern.test(tag), canonicalLanguage(tag)]).toEqual([false, undefined]);
  },
);

test.each(['0000-01-01T00:00:00+01:00', '1970-01-01T00:00:00+00:01', '9999-12-31T23:59:59-00:01'])(
  'the instant %s, whose year in UTC is not from 1970 to 9999, is refused, so that what is kept of it sorts and can be read again',
  (text) => {
    const { error } = sentInstant.safeParse(text);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Send an instant of a year from 1970 to 9999.',
    ]);
  },
);

test.each(['1970-01-01T00:00:00Z', '1969-12-31T23:00:00-01:00', '9999-12-31T23:59:59.999Z'])(
  'the instant %s is accepted',
  (text) => {
    expect(sentInstant.safeParse(text).success).toBe(true);
  },
);
