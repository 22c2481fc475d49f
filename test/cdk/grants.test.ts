import { describe, expect, test } from 'vitest';
import { grantsOf, keysOf, logsAndTraces, policyLength, statementsOf } from '../support/grants.ts';
import { fileOf, synthesize } from '../support/templates.ts';
import { allowed } from './allowed-grants.ts';

const templates = synthesize();
const functions = templates.ofType('AWS::Lambda::Function');

test('every function has an entry in the expected grants', () => {
  expect(functions.map(fileOf).toSorted()).toEqual(Object.keys(allowed).toSorted());
});

describe.each(functions.map((fn) => ({ file: fileOf(fn), fn })))('$file', ({ file, fn }) => {
  test(`${file} has exactly the expected grants`, () => {
    expect(grantsOf(fn, templates)).toEqual(
      [...logsAndTraces(fn, templates), ...(allowed[file] ?? [])].toSorted(),
    );
  });

  test(`the environment of ${file} names exactly the resources it may use`, () => {
    const env: Record<string, unknown> = fn.Properties['Environment']?.Variables ?? {};
    const named = Object.entries(env)
      // REALTIME_URL is an address for clients.
      .filter(([variable]) =>
        /(?<!^REALTIME)_(NAME|BUCKET|URL|ARN|ENDPOINT|FUNCTION)$|^REALTIME_ENDPOINT$/.test(variable),
      )
      .map(([, value]) => templates.name(value).replace(/^https:\/\/(\w+)\.execute-api\..*$/, '$1'));
    const granted = (allowed[file] ?? [])
      .filter((grant) => !/^(never|ec2|sqs:(Delete|Get|Receive))/.test(grant))
      .map((grant) => grant.replace(/^\S+ (?:arn:\S+:)?([^/ ]+).*$/, '$1'))
      // Lambda tells each function its own name.
      .filter((name) => name !== templates.name({ Ref: fn.id }));
    expect(new Set(named)).toEqual(new Set(granted));
  });
});

test('a write may be in a transaction with each other write of its function, and with no other', () => {
  const together = functions.flatMap((fn) => {
    const statements = statementsOf(fn, templates).filter(({ Effect }) => Effect === 'Allow');
    const all = 'ForAllValues:StringLike';
    const written = statements.filter(({ Action }) =>
      Action.some((one) => /^dynamodb:(?:PutItem|UpdateItem|ConditionCheckItem)$/.test(one)),
    );
    const ownKeys = 'ForAnyValue:StringLike';
    const own = written.flatMap(
      (one) => [keysOf(one, ownKeys), keysOf(one, all)].find(({ length }) => length > 0) ?? [],
    );
    return written
      .filter((one) => keysOf(one, ownKeys).length > 0)
      .map((one) => {
        expect(new Set(keysOf(one, all))).toEqual(new Set(own));
        return one;
      });
  });
  expect(together.length).toBeGreaterThan(50);
});

test('updates with forged attributes are denied for all items that a worker may update', () => {
  const workers = functions.flatMap((fn) => {
    const ofUpdates = statementsOf(fn, templates).filter(({ Action }) =>
      Action.includes('dynamodb:UpdateItem'),
    );
    const denied = ofUpdates.filter(({ Effect }) => Effect === 'Deny');
    if (denied.length === 0) return [];
    const granted = grantsOf(fn, templates)
      .filter((grant) => grant.startsWith('dynamodb:UpdateItem '))
      .map((grant) => grant.replace(/^\S+ Table /, ''));
    const keys = denied.flatMap((one) => keysOf(one, 'ForAllValues:StringLike'));
    expect(keys.toSorted()).toEqual(granted.toSorted());
    return fileOf(fn);
  });
  expect(workers.length).toBeGreaterThan(15);
});

test('every policy is far below IAM’s limit of 10,240 characters', () => {
  expect(Math.max(...functions.map((fn) => policyLength(fn, templates)))).toBeLessThan(8_000);
});

test('no two functions share a role', () => {
  const roles = functions.map(({ Properties }) => templates.name(Properties['Role']));
  expect(new Set(roles).size).toBe(functions.length);
});

test('no role has a managed policy, which AWS could widen', () => {
  expect(
    templates.ofType('AWS::IAM::Role').flatMap(({ Properties }) => Properties['ManagedPolicyArns'] ?? []),
  ).toEqual([]);
});
