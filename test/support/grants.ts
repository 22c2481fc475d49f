import * as z from 'zod';
import type { Resource, synthesize } from './templates.ts';

type Templates = ReturnType<typeof synthesize>;

const oneOrMore = <T extends z.ZodType>(item: T) => z.union([z.array(item), item.transform((one) => [one])]);
const statementSchema = z.strictObject({
  Effect: z.enum(['Allow', 'Deny']),
  Principal: z.unknown().optional(),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.unknown()),
  Condition: z
    .record(z.string(), z.record(z.string(), oneOrMore(z.unknown())))
    .default({})
    .transform((condition) =>
      Object.entries(condition).flatMap(([operator, keys]) =>
        Object.entries(keys).map(([key, values]) => ({ operator, key, values })),
      ),
    ),
});
type Statement = z.output<typeof statementSchema>;

const leadingKeys = 'dynamodb:LeadingKeys';
const isOfOwnKeys = ({ operator, key }: Statement['Condition'][number]) =>
  key === leadingKeys && operator === 'ForAnyValue:StringLike';

/** The partition keys that a statement names by this operator. */
export const keysOf = ({ Condition }: Statement, operator: string): string[] =>
  Condition.filter((one) => one.key === leadingKeys && one.operator === operator).flatMap(({ values }) =>
    values.map(String),
  );

/**
 * One line for each value in a condition. A statement without conditions has one line. Of a write that may be in a transaction
 * with others, the line has its own keys. The keys of a denial are those of its action, so they are omitted.
 */
const conditionsOf = ({ Effect, Condition }: Statement, of: Templates): string[] => {
  const hasOwnKeys = Condition.some(isOfOwnKeys);
  const conditions = Condition.filter(
    (one) =>
      // Every grant on items has this condition, so it is omitted.
      one.operator !== 'Null' &&
      (one.key !== leadingKeys || (Effect === 'Allow' && isOfOwnKeys(one) === hasOwnKeys)),
  );
  if (conditions.length === 0) return [''];
  return conditions.flatMap(({ operator, key, values }) =>
    values.map((value) => ` ${key === leadingKeys ? '' : `if ${operator} ${key} `}${of.name(value)}`),
  );
};

/** One line per action, resource and condition of policy statements: `dynamodb:GetItem Table prj_*\/ofq_*`. */
export const grantLines = (statements: unknown, of: Templates): string[] =>
  z
    .array(statementSchema)
    .parse(statements)
    .flatMap((statement) =>
      statement.Action.flatMap((action) =>
        statement.Resource.flatMap((resource) =>
          conditionsOf(statement, of).map(
            (condition) =>
              `${statement.Effect === 'Deny' ? 'never ' : ''}${action} ${of.name(resource)}${condition}`,
          ),
        ),
      ),
    )
    .toSorted();

const document = z.object({ Statement: z.array(z.unknown()) });
const inRole = z.array(z.object({ PolicyDocument: document })).default([]);

/** The policies of the role of a function: in the role, and attached to it. */
const policiesOf = (fn: Resource, of: Templates) => {
  const role = of.target(fn.Properties['Role']);
  const attached = of
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => of.name(Properties['Roles'][0]) === of.name({ Ref: role.id }))
    .map(({ Properties }) => document.parse(Properties['PolicyDocument']));
  return [
    ...inRole.parse(role.Properties['Policies']).map(({ PolicyDocument }) => PolicyDocument),
    ...attached,
  ];
};

/** The statements of the policies of a function. */
export const statementsOf = (fn: Resource, of: Templates): Statement[] =>
  policiesOf(fn, of).flatMap(({ Statement: statements }) => z.array(statementSchema).parse(statements));

/** The grants of a function. */
export const grantsOf = (fn: Resource, of: Templates): string[] =>
  policiesOf(fn, of)
    .flatMap(({ Statement }) => grantLines(Statement, of))
    .toSorted();

/** The total length of a role's policies as IAM counts it, with the longest possible name for each reference. */
export const policyLength = (fn: Resource, of: Templates): number =>
  JSON.stringify(policiesOf(fn, of)).replaceAll(/\{"Fn::ImportValue":"[^"]*"\}/g, `"${'x'.repeat(150)}"`)
    .length;

/** The grants that every function has. */
export const logsAndTraces = (fn: Resource, of: Templates): string[] => {
  const logs = of.name(fn.Properties['LoggingConfig'].LogGroup);
  return [
    `logs:CreateLogStream ${logs}`,
    `logs:PutLogEvents ${logs}`,
    'xray:PutTelemetryRecords *',
    'xray:PutTraceSegments *',
  ];
};
