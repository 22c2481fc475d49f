import { Aspects, Stack, type App } from 'aws-cdk-lib/core';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { Alarm } from './alarm.ts';
import { dataKey } from './data-key.ts';
import { RoutesFailing } from './routes-failing.ts';

type AlarmTopicsProps = {
  readonly email: string | undefined;
  /** Existing topics, by severity. Without a topic for tickets, tickets go to the topic for pages. */
  readonly page: string | undefined;
  readonly ticket: string | undefined;
};

/** The topics to which alarms report that they are raised or over: one of the stage, and existing topics by severity. */
export class AlarmTopics extends Construct {
  private readonly all: SnsAction;
  private readonly existing: { readonly page: SnsAction[]; readonly ticket: SnsAction[] };

  constructor(scope: Construct, id: string, { email, page, ticket }: AlarmTopicsProps) {
    super(scope, id);
    // The topic exists even without subscribers, because an update could not remove it while alarms of other stacks refer to it.
    const masterKey = dataKey(this, 'Topic');
    const topic = new Topic(this, 'Topic', { enforceSSL: true, ...(masterKey && { masterKey }) });
    if (email !== undefined) topic.addSubscription(new EmailSubscription(email));
    // `enforceSSL` gives the topic a policy, which replaces the default one that lets alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    this.all = new SnsAction(topic);
    const existing = (name: string, arn: string | undefined) =>
      arn === undefined ? [] : [new SnsAction(Topic.fromTopicArn(this, name, arn))];
    const pages = existing('Pages', page);
    this.existing = { page: pages, ticket: ticket === undefined ? pages : existing('Tickets', ticket) };
  }

  /** Connects every alarm of the app, except those for which another one reports. */
  connect(app: App): void {
    Aspects.of(app).add({
      visit: (node) => {
        if (!(node instanceof RoutesFailing) && !(node instanceof Alarm && !node.isGrouped)) return;
        const actions = [this.all, ...this.existing[node.severity]];
        node.addAlarmAction(...actions);
        node.addOkAction(...actions);
      },
    });
  }
}
