import * as z from 'zod';
import prices from './prices.json' with { type: 'json' };

/** The cost of one kind of resource in a month without any request, in USD. */
export type Cost = { readonly what: string; readonly count: number; readonly usd: number };

const Resource = z.object({ Type: z.string(), Properties: z.record(z.string(), z.any()).default({}) });
export const Template = z.object({ Resources: z.record(z.string(), Resource) });
export type Template = z.infer<typeof Template>;
type Resource = z.infer<typeof Resource>;

const hoursOfMonth = 730;
const minutesOfMonth = hoursOfMonth * 60;
// A mapping has at least five pollers. Each polls every twenty seconds.
const pollsOfMapping = 5 * 3 * minutesOfMonth;
// A sweep that finds nothing: some queries of the sixteen shards of the index, in about 0.1 GB-seconds.
const sweep = { gbSeconds: 0.1, readUnits: 8 };

const metricsOf = ({ Properties }: Resource): number =>
  z
    .array(z.object({ MetricStat: z.unknown().optional() }))
    .parse(Properties['Metrics'] ?? [{ MetricStat: 1 }])
    .filter(({ MetricStat }) => MetricStat !== undefined).length;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** The cost of an app's resources in a month without use. */
export const idleCosts = (templates: readonly Template[]): Cost[] => {
  const resources = templates.flatMap(({ Resources }) => Object.values(Resources));
  const ofType = (type: string) => resources.filter(({ Type }) => Type === type);
  const row = (what: string, count: number, usdEach: number): Cost => ({ what, count, usd: count * usdEach });
  const endpoints = ofType('AWS::EC2::VPCEndpoint').filter(
    ({ Properties }) => Properties['VpcEndpointType'] === 'Interface',
  );
  const zones = sum(
    endpoints.map(({ Properties }) => z.array(z.unknown()).parse(Properties['SubnetIds']).length),
  );
  const sweepers = ofType('AWS::Events::Rule').filter(
    ({ Properties }) => Properties['ScheduleExpression'] === 'rate(1 minute)',
  );
  const run =
    prices.lambdaRequest +
    prices.xrayTrace +
    sweep.gbSeconds * prices.lambdaGbSecond +
    sweep.readUnits * prices.dynamodbReadUnit;
  return [
    row('Metrics of alarms', sum(ofType('AWS::CloudWatch::Alarm').map(metricsOf)), prices.alarmMetricMonth),
    row('Alarms on alarms', ofType('AWS::CloudWatch::CompositeAlarm').length, prices.compositeAlarmMonth),
    row('Dashboard', ofType('AWS::CloudWatch::Dashboard').length, prices.dashboardMonth),
    row('Endpoint of SQS, by zone', zones, hoursOfMonth * prices.interfaceEndpointHour),
    row(
      'Polling of queues, by mapping',
      ofType('AWS::Lambda::EventSourceMapping').length,
      pollsOfMapping * prices.sqsRequest,
    ),
    row('Sweepers', sweepers.length, minutesOfMonth * run),
    row('Keys of KMS', ofType('AWS::KMS::Key').length, prices.kmsKeyMonth),
    row('Secrets', ofType('AWS::SecretsManager::Secret').length, prices.secretMonth),
  ];
};

export const totalOf = (costs: readonly { readonly usd: number }[]): number =>
  sum(costs.map(({ usd }) => usd));
