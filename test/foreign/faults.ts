import {
  InvokeCommand,
  LambdaClient,
  ListFunctionsCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import * as z from 'zod';
import { type MetricName, metricNamespace } from '#lib/platform/metrics.ts';
import { fileOf, synthesize } from '../support/templates.ts';
import type { Cloud } from './ministack.ts';

/** The metric of failures that do not fail the invocation, so Lambda does not count them. */
const metric: MetricName = 'HandledFailures';

const Dimensions = z.array(z.object({ Name: z.string(), Value: z.unknown() }));
const Part = z.object({
  MetricStat: z.object({ Metric: z.looseObject({ MetricName: z.string(), Dimensions }) }),
});

/** The metrics that the alarms `Errors` of a stage read in addition to Lambda's own. */
const alarmsOf = (stage: string) => {
  const templates = synthesize({ stage });
  return templates.ofType('AWS::CloudWatch::Alarm').flatMap(({ Properties }) =>
    z
      .array(z.unknown())
      .parse(Properties['Metrics'] ?? [])
      .flatMap((part) => Part.safeParse(part).data?.MetricStat.Metric ?? [])
      .filter(({ MetricName }) => MetricName === metric)
      .map((read) => {
        const dimensions = new Map(read.Dimensions.map(({ Name, Value }) => [Name, Value]));
        return {
          service: z.string().parse(dimensions.get('service')),
          file: fileOf(templates.target(dimensions.get('function_name'))),
        };
      }),
  );
};

const Line = z.looseObject({
  _aws: z.object({
    CloudWatchMetrics: z.array(
      z.object({
        Namespace: z.string(),
        Dimensions: z.array(z.array(z.string())),
        Metrics: z.array(z.object({ Name: z.string() })),
      }),
    ),
  }),
});
const Events = z.object({ events: z.array(z.object({ message: z.string() })) });

const directivesOf = ({ _aws: embedded }: z.infer<typeof Line>) => embedded.CloudWatchMetrics;

/** The sum of the metric over log lines, as CloudWatch extracts it from their embedded metric format. */
const handledFailures = (lines: readonly string[], dimensions: Readonly<Record<string, string>>): number => {
  const isOf = (line: z.infer<typeof Line>) => (set: readonly string[]) =>
    set.length === Object.keys(dimensions).length && set.every((name) => line[name] === dimensions[name]);
  return lines
    .filter((text) => text.startsWith('{'))
    .flatMap((text) => Line.safeParse(JSON.parse(text)).data ?? [])
    .filter((line) =>
      directivesOf(line).some(
        ({ Namespace, Dimensions: sets, Metrics }) =>
          Namespace === metricNamespace &&
          Metrics.some(({ Name }) => Name === metric) &&
          sets.some(isOf(line)),
      ),
    )
    .reduce((sum, line) => sum + Number(line[metric]), 0);
};

/** A job message of an unknown form. Dead letters that belong to no job would be dropped. */
const body = JSON.stringify({ tenant: 'prj_a.live', id: 'ofq_a', stage: 'unknown' });
/** An event that no function can process, from a queue, a schedule, S3 or a WebSocket. */
const nonsense = JSON.stringify({
  Records: [{ messageId: 'm0', body, attributes: { ApproximateReceiveCount: '1' } }],
});

// The emulator may deliver the last lines of an invocation with those of the next one.
const maxInvocations = 3;

/**
 * Breaks every function of a stage with an alarm for handled failures: removes its table and queues, and invokes it with an
 * invalid event. Returns for each file whether this changed the metric of the alarm.
 */
export const breakFunctions = async (
  { clientOptions, ask }: Cloud,
  stage: string,
): Promise<Readonly<Record<string, 'moved' | 'silent'>>> => {
  const lambda = new LambdaClient(clientOptions);
  const { Functions = [] } = await lambda.send(new ListFunctionsCommand({ MaxItems: 1_000 }));
  const stageName = new RegExp(`^earshot${stage}`, 'i');
  const functionOf = (file: string) =>
    Functions.find(
      ({ FunctionName = '', Description }) =>
        Description === `functions/${file}` && stageName.test(FunctionName),
    );

  const linesSince = async (startTime: number, logGroupName: string | undefined): Promise<string[]> => {
    const log = await ask('Logs_20140328.FilterLogEvents', { logGroupName, startTime });
    return Events.parse(JSON.parse(log)).events.map(({ message }) => message);
  };

  const outcomeOf = async ({ service, file }: ReturnType<typeof alarmsOf>[number]) => {
    const { FunctionName = '', Environment, LoggingConfig } = functionOf(file) ?? {};
    const lost = Object.keys(Environment?.Variables ?? {}).filter((name) =>
      /^TABLE_NAME$|_QUEUE_URL$/.test(name),
    );
    const Variables = {
      ...Environment?.Variables,
      ...Object.fromEntries(lost.map((name) => [name, 'gone'])),
    };
    await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
    const start = Date.now();
    for (let count = 0; count < maxInvocations; count += 1) {
      const { FunctionError } = await lambda.send(new InvokeCommand({ FunctionName, Payload: nonsense }));
      // Lambda counts this failure as one of its Errors.
      if (FunctionError !== undefined) return 'moved';
      const lines = await linesSince(start, LoggingConfig?.LogGroup);
      if (handledFailures(lines, { service, function_name: FunctionName }) > 0) return 'moved';
    }
    return 'silent';
  };

  return Object.fromEntries(
    await Promise.all(alarmsOf(stage).map(async (alarm) => [alarm.file, await outcomeOf(alarm)] as const)),
  );
};
