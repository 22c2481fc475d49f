import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesArn, matchesPattern } from '#local/access/pattern.ts';

describe('pattern', () => {
  const tokens = fc.array(fc.constantFrom('*', '?', 'a', 'b', '.', '/', '\\', '[', '$', '('), {
    maxLength: 8,
  });
  const texts = fc.array(fc.constantFrom('a', 'b', '.', '/', '\\', '[', '$', '('), { maxLength: 8 });

  /** A simple implementation of the definition. */
  const matchesSlowly = (pattern: string[], text: string[]): boolean => {
    const [token, ...rest] = pattern;
    if (token === undefined) return text.length === 0;
    if (token === '*')
      return matchesSlowly(rest, text) || (text.length > 0 && matchesSlowly(pattern, text.slice(1)));
    return text.length > 0 && (token === '?' || token === text[0]) && matchesSlowly(rest, text.slice(1));
  };

  test('a pattern matches exactly the texts that the definition of * and ? allows', () => {
    fc.assert(
      fc.property(tokens, texts, (pattern, text) => {
        expect(matchesPattern(pattern.join(''), text.join(''))).toBe(matchesSlowly(pattern, text));
      }),
    );
  });

  test('a text matches itself and every pattern that replaces a part of it by *', () => {
    fc.assert(
      fc.property(texts, fc.nat(8), fc.nat(8), (text, from, to) => {
        const pattern = [...text.slice(0, Math.min(from, to)), '*', ...text.slice(Math.max(from, to))];
        expect(matchesPattern(text.join(''), text.join(''))).toBe(true);
        expect(matchesPattern(pattern.join(''), text.join(''))).toBe(true);
      }),
    );
  });

  test('${*} in a pattern only matches a star', () => {
    expect(matchesPattern('a${*}', 'a*')).toBe(true);
    expect(matchesPattern('a${*}', 'ab')).toBe(false);
  });
});

test('a star in an ARN pattern does not match across a colon', () => {
  const own = 'arn:aws:lambda:eu-west-1:000000000000:function:name';
  expect(matchesArn('arn:aws:lambda:eu-west-1:000000000000:function:*', own)).toBe(true);
  expect(matchesArn('arn:aws:lambda:*:*:function:*', own)).toBe(true);
  expect(matchesArn('arn:aws:lambda:*:function:*', own)).toBe(false);
  expect(matchesArn('arn:aws:*:function:*', own)).toBe(false);
});
