import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { customized, synthesize } from '../support/templates.ts';
import { root, scriptsOf } from './pages.ts';

const file = (name: string) => readFileSync(join(root, 'docs/pipeline', name), 'utf8');

const oneOrMore = z.union([z.array(z.string()), z.string().transform((one) => [one])]);
const Statement = z.object({ Effect: z.string(), Action: oneOrMore, Resource: z.unknown() });
const role = z
  .object({
    Resources: z.object({
      Pipeline: z.object({
        Properties: z.object({
          MaxSessionDuration: z.int(),
          Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) })]),
        }),
      }),
      CloudFormation: z.object({
        Properties: z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) }),
      }),
    }),
  })
  .parse(JSON.parse(file('deploy-role.json'))).Resources;
const statements = role.CloudFormation.Properties.PolicyDocument.Statement;

const templates = synthesize(customized);

/** The prefix of a service's actions, if it is not the lower-case name of its resources. */
const prefixes: Readonly<Record<string, string>> = { apigatewayv2: 'apigateway', cognito: 'cognito-idp' };

test('CloudFormation may manage the services of the templates and no others', () => {
  const types = templates.resources.map(({ Type }) => Type);
  const used = types
    .filter((type) => type.startsWith('AWS::'))
    .map((type) => type.split('::')[1]?.toLowerCase() ?? '')
    .map((service) => prefixes[service] ?? service);
  const allowed = statements
    .filter(({ Effect }) => Effect === 'Allow')
    .flatMap(({ Action }) => Action.map((action) => action.split(':')[0] ?? ''));
  // Backups and canaries depend on settings, the bootstrap has a parameter, and the endpoint of SQS has a private DNS name.
  expect([...new Set(allowed)].toSorted()).toEqual(
    [...new Set([...used, 'backup', 'codedeploy', 'route53', 'ssm'])].toSorted(),
  );
});

test('CloudFormation may make no role but those of Earshot, the one by which Cognito mails and the one that API Gateway needs for an own domain, and delete no table and no user pool', () => {
  const onRoles = statements.filter(({ Action }) => Action.some((action) => action.startsWith('iam:')));
  expect(onRoles.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
    expect.stringContaining('role/Earshot*'),
    expect.stringContaining('role/aws-service-role/email.cognito-idp.amazonaws.com/'),
    expect.stringContaining('role/aws-service-role/ops.apigateway.amazonaws.com/'),
  ]);
  expect(statements.filter(({ Effect }) => Effect === 'Deny').flatMap(({ Action }) => Action)).toEqual(
    expect.arrayContaining(['dynamodb:DeleteTable', 'cognito-idp:DeleteUserPool']),
  );
});

test('what CloudFormation may give a role it may take away again, such as the setting permissionsBoundary', () => {
  const actions = statements.flatMap(({ Action }) => Action);
  const onRoles = [
    ['Create', 'Delete', 'Role'],
    ['Tag', 'Untag', 'Role'],
    ['Attach', 'Detach', 'RolePolicy'],
    ['Put', 'Delete', 'RolePolicy'],
    ['Put', 'Delete', 'RolePermissionsBoundary'],
  ] as const;
  for (const [give, take, what] of onRoles)
    expect(actions).toEqual(expect.arrayContaining([`iam:${give}${what}`, `iam:${take}${what}`]));
  // CloudFormation lists the policies of a role before it deletes the role.
  expect(actions).toEqual(expect.arrayContaining(['iam:ListRolePolicies', 'iam:ListAttachedRolePolicies']));
});

test.each([
  ...['cloudwatch:DescribeAlarms', 'cloudwatch:PutCompositeAlarm'],
  // It ends a canary when a deployment is canceled or another resource fails. Without this the roll-back fails, too.
  'codedeploy:StopDeployment',
  ...['lambda:CreateEventSourceMapping', 'logs:DescribeIndexPolicies', 'logs:DescribeLogGroups'],
  'route53:AssociateVPCWithHostedZone',
  ...['sns:GetSubscriptionAttributes', 'sns:SetSubscriptionAttributes', 'sns:Unsubscribe'],
])(
  'CloudFormation may %s on all resources, because AWS does not limit that right to named ones',
  (action) => {
    const statement = statements.filter(({ Action }) => Action.includes(action));
    expect(statement.map(({ Resource }) => Resource)).toEqual(['*']);
  },
);

test('the credentials of the pipeline last for as long as five canaries of a quarter of an hour', () => {
  const [, seconds] = /role-duration-seconds: (\d+)/.exec(file('deploy.yml')) ?? [];
  expect(Number(seconds)).toBe(role.Pipeline.Properties.MaxSessionDuration);
  expect(Number(seconds)).toBeGreaterThan(2 * 5 * 15 * 60);
});

test('each stage of the pipeline has a part of the concurrency of the account, and an alarm on the whole of it', () => {
  const contexts = [...file('deploy.yml').matchAll(/CONTEXT: (.+)/g)].map(([, context = '']) => context);
  const numbersOf = (name: string) =>
    contexts.map((context) => Number(new RegExp(`-c ${name}=(\\d+)`).exec(context)?.[1]));
  const [dev = 0, prod = 0] = numbersOf('accountConcurrency');
  expect(contexts).toHaveLength(2);
  expect(numbersOf('accountQuota').at(-1)).toBe(dev + prod);
});

test('a repair is deployed without a canary: the pipeline can be started so by hand', () => {
  expect(file('deploy.yml')).toMatch(/workflow_dispatch:\n +inputs:\n +release:/);
  expect(file('deploy.yml')).toContain("-c release=${{ inputs.release || 'canary' }}");
});

test('the pipeline itself may only assume the roles of the CDK, and read', () => {
  const [{ PolicyDocument }] = role.Pipeline.Properties.Policies;
  expect(PolicyDocument.Statement.flatMap(({ Action }) => Action)).toEqual([
    ...['sts:AssumeRole', 'lambda:GetAccountSettings', 'lambda:GetFunctionConcurrency'],
    ...['lambda:ListEventSourceMappings', 'lambda:ListFunctions', 's3:ListAllMyBuckets'],
    ...['ses:GetAccount', 'ses:GetEmailIdentity'],
    ...['dynamodb:DescribeContinuousBackups', 'dynamodb:DescribeTable', 'dynamodb:DescribeTimeToLive'],
    ...['kms:DescribeKey', 'kms:GetKeyPolicy'],
  ]);
});

test.each([
  ['docs/pipeline/deploy.yml', ['layer', 'doctor', 'smoke']],
  ['.github/workflows/verify.yml', ['setup', 'verify', 'demo']],
])('%s runs scripts that exist', (path, expected) => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const named = scriptsOf({ path, text: readFileSync(join(root, path), 'utf8') });
  expect(named).toEqual(expected);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

test('the Dockerfile has the Node.js of .nvmrc', () => {
  const version = readFileSync(join(root, '.nvmrc'), 'utf8').trim();
  expect(readFileSync(join(root, 'Dockerfile'), 'utf8')).toContain(`FROM node:${version}-`);
});
