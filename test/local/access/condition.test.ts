import { describe, expect, test } from 'vitest';
import { type Context, parseConditions } from '#local/access/condition.ts';

const key = 'dynamodb:LeadingKeys';

const holds = (block: object, context: Context): boolean =>
  parseConditions(block).every((condition) => condition(context));
const holdsOf = (block: object, ...values: string[]): boolean => holds(block, { [key]: values });

describe('as in AWS', () => {
  const all = { 'ForAllValues:StringLike': { [key]: ['prj_*/ofq_*', 'prj_?'] } };
  const any = { 'ForAnyValue:StringEquals': { [key]: ['a', 'b'] } };

  test('"for all" holds when every value fits one of the patterns', () => {
    expect(holdsOf(all, 'prj_1/ofq_2', 'prj_x')).toBe(true);
    expect(holdsOf(all, 'prj_1/ofq_2', 'key/1')).toBe(false);
    expect(holdsOf({ 'ForAllValues:StringEquals': { [key]: 'prj_*' } }, 'prj_x')).toBe(false);
  });

  test('"for all" holds of a request that has no values, unless the key must be there', () => {
    expect(holds(all, {})).toBe(true);
    expect(holds({ ...all, Null: { [key]: 'false' } }, {})).toBe(false);
    expect(holds({ ...all, Null: { [key]: 'false' } }, { [key]: [] })).toBe(false);
    expect(holdsOf({ ...all, Null: { [key]: 'false' } }, 'prj_x')).toBe(true);
    expect(holds({ Null: { [key]: 'true' } }, {})).toBe(true);
  });

  test('"for any" holds when one value fits, and of no values it does not', () => {
    expect(holdsOf(any, 'x', 'b')).toBe(true);
    expect(holdsOf(any, 'x', 'y')).toBe(false);
    expect(holds(any, {})).toBe(false);
    expect(holdsOf({ 'ForAnyValue:StringLike': { [key]: ['b*'] } }, 'x', 'bcd')).toBe(true);
  });

  test('values are compared by case', () => {
    expect(holdsOf(any, 'A')).toBe(false);
    expect(holdsOf(all, 'PRJ_x')).toBe(false);
  });

  test('all conditions of a block must hold', () => {
    expect(holdsOf({ ...all, ...any }, 'prj_x')).toBe(false);
    expect(holdsOf({ ...all, 'ForAnyValue:StringEquals': { [key]: 'prj_x' } }, 'prj_x')).toBe(true);
  });

  test('a function is known by its ARN', () => {
    const block = { ArnLike: { 'lambda:SourceFunctionArn': 'arn:aws:lambda:us-east-1:1:function:*' } };
    const from = (arn: string) => ({ 'lambda:SourceFunctionArn': [arn] });
    expect(holds(block, from('arn:aws:lambda:us-east-1:1:function:f'))).toBe(true);
    expect(holds(block, from('arn:aws:lambda:us-east-1:2:function:f'))).toBe(false);
    expect(holds(block, {})).toBe(false);
  });
});

test.each([
  ['an operator', { StringLike: { 's3:prefix': 'work/*' } }, 'StringLike'],
  ['a form of an operator', { 'ForAllValues:StringLikeIfExists': { [key]: 'x' } }, 'IfExists'],
  ['a key', { 'ForAllValues:StringLike': { 'dynamodb:Select': 'x' } }, 'dynamodb:Select'],
])('%s that is not enforced here stops the boot', (_, block, named) => {
  expect(() => parseConditions(block)).toThrow(named);
});
