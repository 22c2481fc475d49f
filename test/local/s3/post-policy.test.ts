import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPolicy, parsePolicy } from '#local/s3/post-policy.ts';

const now = new Date('2030-01-01T00:00:00Z');
const check = (
  conditions: unknown[],
  fields: Record<string, string>,
  expiration = '2030-01-01T00:00:01Z',
) => {
  const policy = parsePolicy(Buffer.from(JSON.stringify({ expiration, conditions })).toString('base64'));
  return checkPolicy(policy, { fields: new Map(Object.entries(fields)), bucket: 'audio' }, now);
};

describe('accepted forms', () => {
  test('a form is accepted if each field satisfies a condition, in either syntax and in any case', () => {
    const conditions = [
      { Key: 'a' },
      ['eq', '$Content-Type', 'audio/wav'],
      ['starts-with', '$x-amz-meta-n', ''],
    ];
    expect(check(conditions, { key: 'a', 'content-type': 'audio/wav', 'x-amz-meta-n': 'any' })).toEqual({
      min: 0,
      max: 5 * 1024 ** 3,
    });
  });

  test('a form is accepted only if a field satisfies all its conditions', () => {
    const conditions = [
      ['starts-with', '$key', 'up'],
      ['starts-with', '$key', 'uploads/'],
    ];
    expect(() => check(conditions, { key: 'uploads/a' })).not.toThrow();
    expect(() => check(conditions, { key: 'upper' })).toThrow('["starts-with", "$key", "uploads/"]');
  });

  test('a form is accepted only if each of several content types has the prefix', () => {
    const conditions = [['starts-with', '$Content-Type', 'audio/']];
    expect(() => check(conditions, { 'content-type': 'audio/wav, audio/mp4' })).not.toThrow();
    expect(() => check(conditions, { 'content-type': 'audio/wav,text/html' })).toThrow(
      'Policy Condition failed',
    );
  });

  test('several size ranges of a policy are intersected', () => {
    const conditions = [
      ['content-length-range', 1, 10],
      ['content-length-range', '5', '20'],
    ];
    expect(check(conditions, {})).toEqual({ min: 5, max: 10 });
  });
});

describe('refused forms', () => {
  test('a form is refused from the second its policy expires', () => {
    expect(() => check([], {}, '2030-01-01T00:00:00Z')).toThrow(
      'Invalid according to Policy: Policy expired.',
    );
  });

  test('a form without a field that has a condition is refused, even if the condition is an empty prefix', () => {
    expect(() => check([['starts-with', '$acl', '']], {})).toThrow('["starts-with", "$acl", ""]');
  });

  test('a form is checked against the addressed bucket, not against its bucket field', () => {
    expect(() => check([{ bucket: 'other' }], { bucket: 'other' })).toThrow('["eq", "$bucket", "other"]');
    expect(() => check([{ bucket: 'audio' }], { bucket: 'other' })).not.toThrow();
  });

  test('a form with a field without a condition is refused, except for the few fields that need none', () => {
    const name = fc
      .stringMatching(/^[a-z][a-z-]{0,20}$/)
      .filter((one) => !['policy', 'file'].includes(one) && !one.startsWith('x-ignore-'));
    fc.assert(
      fc.property(name, fc.string(), (extra, value) => {
        const fields = { policy: 'p', 'x-amz-signature': 's', 'x-ignore-this': 'i' };
        expect(() => check([], fields)).not.toThrow();
        expect(() => check([], { ...fields, [extra]: value })).toThrow(`Extra input fields: ${extra}`);
      }),
    );
  });

  test('an eq condition refuses every other value', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (expected, value) => {
        fc.pre(value !== expected);
        expect(() => check([{ key: expected }], { key: expected })).not.toThrow();
        expect(() => check([{ key: expected }], { key: value })).toThrow('Policy Condition failed');
      }),
    );
  });
});
