import { Duration } from 'aws-cdk-lib/core';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { LogEvent } from '#lib/platform/log-events.ts';
import { Alarm, type OnCall } from './alarm.ts';
import type { ServiceFunction } from './service-function.ts';

type LogAlarmProps = OnCall & {
  /** How many lines in five minutes are acceptable. Default 0. */
  readonly threshold?: number;
};

/** Raises an alarm when a function logs `event` more than `threshold` times in five minutes. */
export const alarmOnLog = (fn: ServiceFunction, event: LogEvent, props: LogAlarmProps): void => {
  const id = event.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
  const names = { metricNamespace: 'Earshot', metricName: id };
  new MetricFilter(fn, id, {
    logGroup: fn.logGroup,
    filterPattern: FilterPattern.stringValue('$.message', '=', event),
    ...names,
    metricValue: '1',
  });
  const { metricNamespace: namespace, metricName } = names;
  new Alarm(fn, `${id}Alarm`, {
    ...props,
    metric: new Metric({ namespace, metricName, period: Duration.minutes(5), statistic: 'Sum' }),
  });
};
