import { Aspects, type App, type Stack } from 'aws-cdk-lib/core';
import {
  Alarm as CloudWatchAlarm,
  ComparisonOperator,
  TreatMissingData,
  type AlarmProps as CloudWatchAlarmProps,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';

/** For the person on call: what customers notice, and where to look first. Full sentences. */
export type OnCall = { readonly impact: string; readonly firstLook: string };

type AlarmProps = OnCall & Pick<CloudWatchAlarmProps, 'metric'> & Partial<CloudWatchAlarmProps>;

/** Raised by the first period in which the metric is above `threshold` (default 0). Missing data does not raise it. */
export class Alarm extends CloudWatchAlarm {
  constructor(scope: Construct, id: string, { impact, firstLook, ...props }: AlarmProps) {
    super(scope, id, {
      threshold: 0,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
      alarmDescription: `${impact} First look: ${firstLook}`,
    });
  }
}

/** Mails every alarm of the app to `email`, through a topic in `stack`. SNS asks the address to confirm once. */
export const mailAlarms = (app: App, stack: Stack, email: string) => {
  const topic = new Topic(stack, 'Alarms', { enforceSSL: true });
  topic.addSubscription(new EmailSubscription(email));
  // `enforceSSL` gives the topic a policy, which replaces the default one that lets alarms publish.
  topic.addToResourcePolicy(
    new PolicyStatement({
      principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
      actions: ['sns:Publish'],
      resources: [topic.topicArn],
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  const action = new SnsAction(topic);
  Aspects.of(app).add({
    visit: (node) => {
      if (node instanceof Alarm) node.addAlarmAction(action);
    },
  });
};
