import { describe, expect, test } from 'vitest';
import { isAllowed, parsePolicy } from '#local/access/policy.ts';

const policy = (...statements: object[]) => parsePolicy({ Version: '2012-10-17', Statement: statements });
const allowGet = { Effect: 'Allow', Action: 's3:GetObject', Resource: 'arn:aws:s3:::b/uploads/*' };

describe('decision', () => {
  test('an action without a matching Allow is refused', () => {
    expect(isAllowed([], { action: 's3:GetObject', resource: 'arn:aws:s3:::b/k' })).toBe(false);
    expect(
      isAllowed(policy(allowGet), { action: 's3:PutObject', resource: 'arn:aws:s3:::b/uploads/k' }),
    ).toBe(false);
    expect(isAllowed(policy(allowGet), { action: 's3:GetObject', resource: 'arn:aws:s3:::b/work/k' })).toBe(
      false,
    );
  });

  test('action names are case-insensitive', () => {
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

  test('a policy with NotAction, which is not enforced here, prevents the start', () => {
    expect(() => policy({ ...allowGet, NotAction: 's3:GetObject' })).toThrow('NotAction');
  });

  test('an Allow or Deny only applies if its conditions are true', () => {
    const on = (pk: string, ...names: string[]) => ({
      action: 'dynamodb:UpdateItem',
      resource: 'table',
      context: { 'dynamodb:LeadingKeys': [pk], 'dynamodb:Attributes': ['pk', ...names] },
    });
    const rule = { Action: 'dynamodb:UpdateItem', Resource: 'table' };
    const statements = policy(
      {
        Effect: 'Allow',
        ...rule,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['prj_*/ofq_*'] } },
      },
      {
        Effect: 'Deny',
        ...rule,
        Condition: { 'ForAnyValue:StringLike': { 'dynamodb:Attributes': ['fingerprint'] } },
      },
    );
    expect(isAllowed(statements, on('prj_a/ofq_b', 'status'))).toBe(true);
    expect(isAllowed(statements, on('key/abc', 'status'))).toBe(false);
    expect(isAllowed(statements, on('prj_a/ofq_b', 'status', 'fingerprint'))).toBe(false);
  });
});
