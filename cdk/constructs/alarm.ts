import {
  Alarm as CloudWatchAlarm,
  ComparisonOperator,
  TreatMissingData,
  type AlarmProps as CloudWatchAlarmProps,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';

/** For the person on call, in full sentences: what customers notice, and where to look first. */
export type OnCall = { readonly impact: string; readonly firstLook: string };

/** A page wakes a person. A ticket waits for the morning, because nothing gets worse until then. */
export type Severity = 'page' | 'ticket';

/** The text of an alarm for the person on call. */
export const textOf = ({ impact, firstLook, severity }: OnCall & { readonly severity: Severity }): string =>
  `${impact} First look: ${firstLook} Severity: ${severity}.`;

export type AlarmProps = OnCall & {
  readonly severity: Severity;
  /** Whether an alarm on several such alarms reports for them. */
  readonly isGrouped?: boolean;
} & Pick<CloudWatchAlarmProps, 'metric'> &
  Partial<CloudWatchAlarmProps>;

/** Raised by two bad five-minute periods in an hour, so neither one time-out nor one bad moment raises the alarm. */
export const repeated = { evaluationPeriods: 12, datapointsToAlarm: 2 } as const;

/** Raised by two bad periods among the last three. */
export const lasting = { evaluationPeriods: 3, datapointsToAlarm: 2 } as const;

/** CloudWatch allows an alarm ten metrics. */
const maxMetrics = 10;

/** Divides what has one metric each among as few alarms as possible. */
export const groupsForAlarms = <Watched>(all: readonly Watched[]): readonly (readonly Watched[])[] =>
  Array.from({ length: Math.ceil(all.length / maxMetrics) }, (_, nth) =>
    all.slice(nth * maxMetrics, (nth + 1) * maxMetrics),
  );

/** Raised by the first period in which the metric is above `threshold` (default 0). Missing data does not raise it. */
export class Alarm extends CloudWatchAlarm {
  readonly severity: Severity;
  readonly isGrouped: boolean;

  constructor(
    scope: Construct,
    id: string,
    { impact, firstLook, severity, isGrouped, ...props }: AlarmProps,
  ) {
    super(scope, id, {
      threshold: 0,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
      alarmDescription: textOf({ impact, firstLook, severity }),
    });
    this.severity = severity;
    this.isGrouped = isGrouped ?? false;
  }
}
