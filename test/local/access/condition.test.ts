import { describe, expect, test } from 'vitest';
import { type Context, parseConditions } from '#local/access/condition.ts';

const key = 'dynamodb:LeadingKeys';

const isTrue = (block: object, context: Context): boolean =>
  parseConditions(block).every((condition) => condition(context));
const isTrueFor = (block: object, ...values: string[]): boolean => isTrue(block, { [key]: values });

describe('conditions', () => {
  const all = { 'ForAllValues:StringLike': { [key]: ['prj_*/ofq_*', 'prj_?'] } };
  const any = { 'ForAnyValue:StringLike': { [key]: ['a', 'b', 'spent*'] } };

  test('a ForAllValues condition is true if every value matches one of the patterns', () => {
    expect(isTrueFor(all, 'prj_1/ofq_2', 'prj_x')).toBe(true);
    expect(isTrueFor(all, 'prj_1/ofq_2', 'key/1')).toBe(false);
  });

  test('a ForAllValues condition is true without values, unless a Null condition requires the key', () => {
    expect(isTrue(all, {})).toBe(true);
    expect(isTrue({ ...all, Null: { [key]: 'false' } }, {})).toBe(false);
    expect(isTrue({ ...all, Null: { [key]: 'false' } }, { [key]: [] })).toBe(false);
    expect(isTrueFor({ ...all, Null: { [key]: 'false' } }, 'prj_x')).toBe(true);
    expect(isTrue({ Null: { [key]: 'true' } }, {})).toBe(true);
  });

  test('a ForAnyValue condition is true if one value matches, and false without values', () => {
    expect(isTrueFor(any, 'x', 'b')).toBe(true);
    expect(isTrueFor(any, 'x', 'spent202611')).toBe(true);
    expect(isTrueFor(any, 'x', 'y')).toBe(false);
    expect(isTrue(any, {})).toBe(false);
    expect(isTrueFor(any, 'x', 'a*')).toBe(false);
  });

  test('a ForAnyValue condition with patterns is true if one value matches one of them', () => {
    const like = { 'ForAnyValue:StringLike': { [key]: ['prj_*/evt_*'] } };
    expect(isTrueFor(like, 'prj_1/ofq_2', 'prj_1/evt_2')).toBe(true);
    expect(isTrueFor(like, 'prj_1/ofq_2')).toBe(false);
    expect(isTrue(like, {})).toBe(false);
  });

  test('values of conditions are case-sensitive', () => {
    expect(isTrueFor(any, 'A')).toBe(false);
    expect(isTrueFor(all, 'PRJ_x')).toBe(false);
  });

  test('a condition block is true only if all its conditions are true', () => {
    expect(isTrueFor({ ...all, ...any }, 'prj_x')).toBe(false);
    expect(isTrueFor({ ...all, 'ForAnyValue:StringLike': { [key]: 'prj_x' } }, 'prj_x')).toBe(true);
  });

  test('an ArnLike condition matches the ARN of the calling function', () => {
    const block = { ArnLike: { 'lambda:SourceFunctionArn': 'arn:aws:lambda:us-east-1:1:function:*' } };
    const from = (arn: string) => ({ 'lambda:SourceFunctionArn': [arn] });
    expect(isTrue(block, from('arn:aws:lambda:us-east-1:1:function:f'))).toBe(true);
    expect(isTrue(block, from('arn:aws:lambda:us-east-1:2:function:f'))).toBe(false);
    expect(isTrue(block, {})).toBe(false);
  });

  test('a StringEquals condition needs the value', () => {
    const block = { StringEquals: { 'ses:FromAddress': 'a@example.com' } };
    expect(isTrue(block, { 'ses:FromAddress': ['a@example.com'] })).toBe(true);
    expect(isTrue(block, { 'ses:FromAddress': ['b@example.com'] })).toBe(false);
    expect(isTrue(block, {})).toBe(false);
  });
});

test.each([
  ['an operator', { StringLike: { 's3:prefix': 'work/*' } }, 'StringLike'],
  ['a variant of an operator', { 'ForAllValues:StringLikeIfExists': { [key]: 'x' } }, 'IfExists'],
  ['a key', { 'ForAllValues:StringLike': { 'dynamodb:Select': 'x' } }, 'dynamodb:Select'],
])('%s that is not enforced here prevents the start', (_, block, named) => {
  expect(() => parseConditions(block)).toThrow(named);
});
