import { Duration } from 'aws-cdk-lib/core';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { Construct } from 'constructs';
import { Alarm } from './alarm.ts';
import { ServiceFunction, type ServiceFunctionProps } from './service-function.ts';

type EveryMinuteProps = Pick<ServiceFunctionProps, 'file' | 'access' | 'logRetention'> & {
  /** What customers notice while the function does not run. */
  readonly impact: string;
};

/** A function that runs every minute, with an alarm if it does not. */
export const everyMinute = (scope: Construct, id: string, { impact, ...props }: EveryMinuteProps): void => {
  const name = props.file.replace(/\.ts$/, '');
  const sweeper = new ServiceFunction(scope, id, {
    ...props,
    // The timeout is shorter than the period and there are no retries, so two sweeps never overlap.
    timeout: Duration.seconds(50),
    retryAttempts: 0,
    onCall: {
      impact,
      firstLook: [
        `the log of ${name}, with`,
        '`filter message in ["sweep.item_failed", "transcription.clean_up_failed", "invocation.crashed"]',
        'or type = "platform.report" and record.status != "success"`.',
      ].join(' '),
    },
  });
  new Rule(scope, 'EveryMinute', {
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [new LambdaFunction(sweeper, { retryAttempts: 0 })],
  });
  new Alarm(sweeper, 'Missing', {
    severity: 'page',
    metric: sweeper.metricInvocations({ period: Duration.minutes(5) }),
    threshold: 1,
    evaluationPeriods: 2,
    comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
    treatMissingData: TreatMissingData.BREACHING,
    impact,
    firstLook: `whether the rule that starts ${name} every minute is enabled.`,
  });
};
