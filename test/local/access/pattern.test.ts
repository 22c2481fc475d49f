import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchesArn, matchesPattern } from '#local/access/pattern.ts';

describe('pattern', () => {
  const tokens = fc.array(fc.constantFrom('*', '?', 'a', 'b', '.', '/', '\\', '[', '$', '('), {
    maxLength: 8,
  });
  const texts = fc.array(fc.constantFrom('a', 'b', '.', '/', '\\', '[', '$', '('), { maxLength: 8 });

  /** The definition, written out. */
  const matchesSlowly = (pattern: string[], text: string[]): boolean => {
    const [token, ...rest] = pattern;
    if (token === undefined) return text.length === 0;
    if (token === '*')
      return matchesSlowly(rest, text) || (text.length > 0 && matchesSlowly(pattern, text.slice(1)));
    return text.length > 0 && (token === '?' || token === text[0]) && matchesSlowly(rest, text.slice(1));
  };

  test('matches exactly what the definition of * and ? says', () => {
    fc.assert(
      fc.property(tokens, texts, (pattern, text) => {
        expect(matchesPattern(pattern.join(''), text.join(''))).toBe(matchesSlowly(pattern, text));
      }),
    );
  });

  test('a text matches itself, and every pattern that has * in place of a part of it', () => {
    fc.assert(
      fc.property(texts, fc.nat(8), fc.nat(8), (text, from, to) => {
        const pattern = [...text.slice(0, Math.min(from, to)), '*', ...text.slice(Math.max(from, to))];
        expect(matchesPattern(text.join(''), text.join(''))).toBe(true);
        expect(matchesPattern(pattern.join(''), text.join(''))).toBe(true);
      }),
    );
  });

  test('${*} is a star and nothing else', () => {
    expect(matchesPattern('a${*}', 'a*')).toBe(true);
    expect(matchesPattern('a${*}', 'ab')).toBe(false);
  });
});

test('a star in one part of an ARN does not reach into the next', () => {
  const own = 'arn:aws:lambda:eu-west-1:000000000000:function:name';
  expect(matchesArn('arn:aws:lambda:eu-west-1:000000000000:function:*', own)).toBe(true);
  expect(matchesArn('arn:aws:lambda:*:*:function:*', own)).toBe(true);
  expect(matchesArn('arn:aws:lambda:*:function:*', own)).toBe(false);
  expect(matchesArn('arn:aws:*:function:*', own)).toBe(false);
});
