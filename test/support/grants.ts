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

/** One line for each value that a condition names; a statement without conditions has one line. */
const conditionsOf = ({ Condition }: Statement, of: Templates): string[] => {
  // Belongs to every grant of items, and says no more than that the keys are known.
  const told = Condition.filter(({ operator }) => operator !== 'Null');
  if (told.length === 0) return [''];
  return told.flatMap(({ operator, key, values }) => {
    const short = key === 'dynamodb:LeadingKeys' && operator === 'ForAllValues:StringLike';
    return values.map((value) => ` ${short ? '' : `if ${operator} ${key} `}${of.name(value)}`);
  });
};

/** What policy statements say, one line for each action, resource and condition: `dynamodb:GetItem Table prj_*\/ofq_*`. */
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

const policiesOf = (fn: Resource, of: Templates) =>
  of
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => of.name(Properties['Roles'][0]) === of.name(fn.Properties['Role']))
    .map(({ Properties }) => Properties['PolicyDocument']);

/** What a function may do. */
export const grantsOf = (fn: Resource, of: Templates): string[] =>
  policiesOf(fn, of)
    .flatMap(({ Statement }) => grantLines(Statement, of))
    .toSorted();

/** How long the policies of a function's role are together, as IAM counts: every reference with the longest name it may have. */
export const policyLength = (fn: Resource, of: Templates): number =>
  JSON.stringify(policiesOf(fn, of)).replaceAll(/\{"Fn::ImportValue":"[^"]*"\}/g, `"${'x'.repeat(150)}"`)
    .length;

/** What every function may do. */
export const logsAndTraces = (fn: Resource, of: Templates): string[] => {
  const logs = of.name(fn.Properties['LoggingConfig'].LogGroup);
  return [
    `logs:CreateLogStream ${logs}`,
    `logs:PutLogEvents ${logs}`,
    'xray:PutTelemetryRecords *',
    'xray:PutTraceSegments *',
  ];
};
