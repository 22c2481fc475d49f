import { Duration } from 'aws-cdk-lib/core';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type MetricName, metricNamespace as namespace } from '#lib/platform/metrics.ts';
import { serviceName } from '../stage.ts';
import { Alarm, type AlarmProps, type OnCall, type Severity } from './alarm.ts';

type LogMetricOptions = {
  readonly period: Duration;
  readonly statistic: string;
  /** The value of a further dimension, for a metric that has one: `{ source: 'upload' }`. */
  readonly by?: Readonly<Record<string, string>>;
};

/** A metric of the scope's stage that log lines contain. */
export const logMetric = (
  scope: Construct,
  metricName: MetricName,
  { by, ...options }: LogMetricOptions,
): Metric =>
  new Metric({ namespace, metricName, dimensionsMap: { service: serviceName(scope), ...by }, ...options });

type LogAlarmProps = OnCall & {
  readonly severity: Severity;
  /** The number of acceptable lines in five minutes. The default is 0. */
  readonly threshold?: number;
} & Pick<AlarmProps, 'evaluationPeriods' | 'datapointsToAlarm'>;

/** Raises an alarm when a line is logged more than `threshold` times in five minutes, by default at once. */
export const alarmOnLog = (scope: Construct, name: MetricName, props: LogAlarmProps): void => {
  const metric = logMetric(scope, name, { period: Duration.minutes(5), statistic: 'Sum' });
  new Alarm(scope, `${name}Alarm`, { ...props, metric });
};
