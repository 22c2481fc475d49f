import { Duration } from 'aws-cdk-lib/core';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { type CountedEvent, metricName, metricNamespace as namespace } from '#lib/platform/metrics.ts';
import { serviceName } from '../stage.ts';
import { Alarm, type OnCall, type Severity } from './alarm.ts';

/** The metric that log lines of `event` carry, by all functions of the stage together. */
export const logMetric = (
  scope: Construct,
  event: Parameters<typeof metricName>[0],
  options: { readonly period: Duration; readonly statistic: 'Sum' | 'SampleCount' },
): Metric =>
  new Metric({
    namespace,
    metricName: metricName(event),
    dimensionsMap: { service: serviceName(scope) },
    ...options,
  });

type LogAlarmProps = OnCall & {
  readonly severity: Severity;
  /** How many lines in five minutes are acceptable. Default 0. */
  readonly threshold?: number;
};

/** Raises an alarm when `event` is logged more than `threshold` times in five minutes. */
export const alarmOnLog = (scope: Construct, event: CountedEvent, props: LogAlarmProps): void => {
  const metric = logMetric(scope, event, { period: Duration.minutes(5), statistic: 'Sum' });
  new Alarm(scope, `${metricName(event)}Alarm`, { ...props, metric });
};
