import { describe, expect, test } from 'vitest';
import { grantsOf, logsAndTraces, policyLength } from '../support/grants.ts';
import { fileOf, synthesize } from '../support/templates.ts';
import { allowed } from './allowed-grants.ts';

const templates = synthesize();
const functions = templates.ofType('AWS::Lambda::Function');

test('every function is listed here', () => {
  expect(functions.map(fileOf).toSorted()).toEqual(Object.keys(allowed).toSorted());
});

describe.each(functions.map((fn) => ({ file: fileOf(fn), fn })))('$file', ({ file, fn }) => {
  test('may do exactly what it needs', () => {
    expect(grantsOf(fn, templates)).toEqual(
      [...logsAndTraces(fn, templates), ...(allowed[file] ?? [])].toSorted(),
    );
  });

  test('is told of every resource it was granted, and of no other', () => {
    const env: Record<string, unknown> = fn.Properties['Environment']?.Variables ?? {};
    const told = Object.entries(env)
      .filter(([variable]) => /_(NAME|BUCKET|URL|ARN)$/.test(variable))
      .map(([, value]) => templates.name(value));
    const granted = (allowed[file] ?? [])
      .filter((grant) => !/^(never|ec2|sqs:(Delete|Get|Receive))/.test(grant))
      .map((grant) => grant.replace(/^\S+ ([^/ ]+).*$/, '$1'));
    expect(new Set(told)).toEqual(new Set(granted));
  });
});

test('no policy comes near the 10,240 characters that IAM takes', () => {
  expect(Math.max(...functions.map((fn) => policyLength(fn, templates)))).toBeLessThan(8_000);
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
