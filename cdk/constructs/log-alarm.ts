import { Duration } from 'aws-cdk-lib/core';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import {
  type CountedEvent,
  metricDimensions,
  metricName,
  metricNamespace as namespace,
} from '#lib/platform/metrics.ts';
import { Alarm, type OnCall } from './alarm.ts';

/** The metric that log lines of `event` carry, by all functions together. */
export const logMetric = (
  event: Parameters<typeof metricName>[0],
  options: { readonly period: Duration; readonly statistic: 'Sum' | 'SampleCount' },
): Metric =>
  new Metric({
    namespace,
    metricName: metricName(event),
    dimensionsMap: { ...metricDimensions },
    ...options,
  });

type LogAlarmProps = OnCall & {
  /** How many lines in five minutes are acceptable. Default 0. */
  readonly threshold?: number;
};

/** Raises an alarm when `event` is logged more than `threshold` times in five minutes. */
export const alarmOnLog = (scope: Construct, event: CountedEvent, props: LogAlarmProps): void => {
  const metric = logMetric(event, { period: Duration.minutes(5), statistic: 'Sum' });
  new Alarm(scope, `${metricName(event)}Alarm`, { ...props, metric });
};
