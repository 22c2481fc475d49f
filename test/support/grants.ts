import * as z from 'zod';
import type { Resource, synthesize } from './templates.ts';

type Templates = ReturnType<typeof synthesize>;

const oneOrMore = <T extends z.ZodType>(item: T) => z.union([z.array(item), item.transform((one) => [one])]);
const statementSchema = z.object({
  Effect: z.literal('Allow'),
  Action: oneOrMore(z.string()),
  Resource: oneOrMore(z.unknown()),
});

const statementsOf = (fn: Resource, of: Templates) =>
  of
    .ofType('AWS::IAM::Policy')
    .filter(({ Properties }) => of.name(Properties['Roles'][0]) === of.name(fn.Properties['Role']))
    .flatMap(({ Properties }) => z.array(statementSchema).parse(Properties['PolicyDocument'].Statement));

/** What a function may do: `dynamodb:GetItem Table`, one line for each action on each resource. */
export const grantsOf = (fn: Resource, of: Templates): string[] =>
  statementsOf(fn, of)
    .flatMap(({ Action, Resource: on }) =>
      Action.flatMap((action) => on.map((resource) => `${action} ${of.name(resource)}`)),
    )
    .toSorted();

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
