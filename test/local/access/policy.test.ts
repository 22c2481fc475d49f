import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowed, matchesPattern, parsePolicy } from '#local/access/policy.ts';

const policy = (...statements: object[]) => parsePolicy({ Version: '2012-10-17', Statement: statements });
const allowGet = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/uploads/*' };

describe('decision', () => {
  test('nothing is allowed that no statement allows', () => {
    expect(isAllowed([], { action: 's3:GetObject', resource: 'arn:aws:s3:::b/k' })).toBe(false);
    expect(
      isAllowed(policy(allowGet), { action: 's3:PutObject', resource: 'arn:aws:s3:::b/uploads/k' }),
    ).toBe(false);
    expect(isAllowed(policy(allowGet), { action: 's3:GetObject', resource: 'arn:aws:s3:::b/work/k' })).toBe(
      false,
    );
  });

  test('an allowed action is allowed, whatever its case', () => {
    expect(
      isAllowed(policy(allowGet), { action: 'S3:getobject', resource: 'arn:aws:s3:::b/uploads/k' }),
    ).toBe(true);
  });

  test('a Deny wins over every Allow', () => {
    const statements = policy(allowGet, { Effect: 'Deny', Action: ['s3:*'], Resource: '*' });
    expect(isAllowed(statements, { action: 's3:GetObject', resource: 'arn:aws:s3:::b/uploads/k' })).toBe(
      false,
    );
  });

  test.each([
    ['Condition', { Condition: { StringLike: { 's3:prefix': 'work/*' } } }],
    ['NotAction', { NotAction: 's3:GetObject' }],
  ])('a %s, which is not enforced here, stops the boot', (name, more) => {
    expect(() => policy({ ...allowGet, ...more })).toThrow(name);
  });
});

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
