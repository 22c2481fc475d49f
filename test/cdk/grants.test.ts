import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fileOf, synthesize, type Resource } from '../support/templates.ts';
import { allowed } from './allowed-grants.ts';

const templates = synthesize();
const functions = templates.ofType('AWS::Lambda::Function');

const oneOrMore = <T extends z.ZodType>(item: T) => z.union([z.array(item), item.transform((one) => [one])]);
const statementSchema = z.object({
  Effect: z.literal('Allow'),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.unknown()),
});

const statementsOf = (fn: Resource, of: typeof templates) =>
  of
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => of.name(Properties['Roles'][0]) === of.name(fn.Properties['Role']))
    .flatMap(({ Properties }) => z.array(statementSchema).parse(Properties['PolicyDocument'].Statement));

/** `dynamodb:GetItem Table`, one line for each action on each resource. */
const grantsOf = (fn: Resource, of = templates) =>
  statementsOf(fn, of)
    .flatMap(({ Action, Resource: on }) =>
      Action.flatMap((action) => on.map((resource) => `${action} ${of.name(resource)}`)),
    )
    .toSorted();

const logsAndTraces = (fn: Resource, of = templates) => {
  const logs = of.name(fn.Properties['LoggingConfig'].LogGroup);
  return [
    `logs:CreateLogStream ${logs}`,
    `logs:PutLogEvents ${logs}`,
    'xray:PutTelemetryRecords *',
    'xray:PutTraceSegments *',
  ];
};

test('every function is listed here', () => {
  expect(functions.map(fileOf).toSorted()).toEqual(Object.keys(allowed).toSorted());
});

describe.each(functions.map((fn) => ({ file: fileOf(fn), fn })))('$file', ({ file, fn }) => {
  test('may do exactly what it needs', () => {
    expect(grantsOf(fn)).toEqual([...logsAndTraces(fn), ...(allowed[file] ?? [])].toSorted());
  });

  test('is told of every resource it was granted, and of no other', () => {
    const env: Record<string, unknown> = fn.Properties['Environment']?.Variables ?? {};
    const told = Object.entries(env)
      .filter(([variable]) => /_(NAME|BUCKET|URL|ARN)$/.test(variable))
      .map(([, value]) => templates.name(value));
    const granted = (allowed[file] ?? [])
      .filter((grant) => !/^(ec2|sqs:(Delete|Get|Receive))/.test(grant))
      .map((grant) => grant.replace(/^\S+ ([^/]+).*$/, '$1'));
    expect(new Set(told)).toEqual(new Set(granted));
  });
});

test('with Amazon Translate only the function that finishes jobs may use it, and keep what it translated', () => {
  const translating = synthesize({ translator: 'amazon-translate' });
  const more = translating.ofType('AWS::Lambda::Function').flatMap((fn) => {
    const granted = new Set([...logsAndTraces(fn, translating), ...(allowed[fileOf(fn)] ?? [])]);
    return grantsOf(fn, translating)
      .filter((grant) => !granted.has(grant))
      .map((grant) => `${fileOf(fn)}: ${grant}`);
  });
  expect(more).toEqual([
    'workers/finish-job.ts: s3:PutObject Audio/work/*',
    'workers/finish-job.ts: translate:TranslateText *',
  ]);
});

test('no two functions share a role', () => {
  const roles = functions.map(({ Properties }) => templates.name(Properties['Role']));
  expect(new Set(roles).size).toBe(functions.length);
});

test('no role has a policy that Amazon may widen', () => {
  expect(
    templates.ofType('AWS::IAM::Role').flatMap(({ Properties }) => Properties['ManagedPolicyArns'] ?? []),
  ).toEqual([]);
});
