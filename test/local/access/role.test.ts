import { expect, test } from 'vitest';
import { isAllowed } from '#local/access/policy.ts';
import { roleIdentity } from '#local/access/identities.ts';
import { statementsOf } from '#local/access/role.ts';
import { queueMappings } from '#local/events/mappings-from-template.ts';
import { deploy } from '#local/template/deployment.ts';
import { localPlace as place } from '../../support/local-place.ts';

const allow = (Action: string | string[], Resource: unknown) => ({
  Statement: [{ Effect: 'Allow', Action, Resource }],
});
const queueArn = { 'Fn::GetAtt': ['Queue', 'Arn'] };

const deployment = (role: object, policyActions: string[] = []) =>
  deploy(
    {
      stacks: [
        {
          name: 'S',
          Resources: {
            Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
            Role: { Type: 'AWS::IAM::Role', Properties: { ...role } },
            Policy: {
              Type: 'AWS::IAM::Policy',
              Properties: { Roles: [{ Ref: 'Role' }], PolicyDocument: allow(policyActions, queueArn) },
            },
            OfAnother: {
              Type: 'AWS::IAM::Policy',
              Properties: { Roles: ['another'], PolicyDocument: allow('*', '*') },
            },
            Fn: { Type: 'AWS::Lambda::Function', Properties: {} },
            Mapping: {
              Type: 'AWS::Lambda::EventSourceMapping',
              Properties: {
                EventSourceArn: queueArn,
                FunctionName: { Ref: 'Fn' },
                BatchSize: 1,
                FunctionResponseTypes: ['ReportBatchItemFailures'],
              },
            },
          },
          Outputs: {},
        },
      ],
      assetPath: new Map(),
    },
    place,
  );

const statements = (...parameters: Parameters<typeof deployment>) => {
  const deployed = deployment(...parameters);
  return statementsOf(deployed, deployed.find('AWS::IAM::Role', 's-role'));
};

test('a role has its inline policies and the policies that name it, but no others', () => {
  const Policies = [{ PolicyDocument: allow('s3:GetObject', 'arn:aws:s3:::b/*') }];
  const found = statements({ Policies }, ['sqs:SendMessage']);
  expect(isAllowed(found, { action: 's3:GetObject', resource: 'arn:aws:s3:::b/k' })).toBe(true);
  const queue = 'arn:aws:sqs:us-east-1:000000000000:s-queue';
  expect(isAllowed(found, { action: 'sqs:SendMessage', resource: queue })).toBe(true);
  expect(isAllowed(found, { action: 'sqs:DeleteMessage', resource: queue })).toBe(false);
});

test('an unknown managed policy prevents the start', () => {
  expect(() => statements({ ManagedPolicyArns: ['arn:aws:iam::aws:policy/AdministratorAccess'] })).toThrow(
    'AdministratorAccess',
  );
});

test('a queue mapping whose function may not read the queue prevents the start, like a deployment', () => {
  const mappings = (...actions: string[]) =>
    queueMappings(deployment({}, actions), () =>
      roleIdentity('secret', { arn: 'arn', functionArn: '' }, statements({}, actions)),
    );
  expect(() => mappings('sqs:ReceiveMessage', 'sqs:DeleteMessage')).toThrow('lacks sqs:GetQueueAttributes');
  expect(mappings('sqs:*')).toMatchObject([{ functionName: 's-fn' }]);
});
