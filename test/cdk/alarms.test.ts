import { expect, test } from 'vitest';
import * as z from 'zod';
import { metricName } from '#lib/platform/metrics.ts';
import { customized, fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize(customized);
const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

/** The functions or queues that the alarms on `metric` watch. */
const watched = (metric: string) =>
  alarms
    .flatMap((alarm) => [
      alarm,
      ...z
        .array(part)
        .parse(alarm['Metrics'] ?? [])
        .map(({ MetricStat }) => MetricStat?.Metric),
    ])
    .filter((source) => source?.['MetricName'] === metric)
    .flatMap((source) => source?.['Dimensions'])
    .map(({ Value }) => templates.target(Value));

const part = z.object({ MetricStat: z.object({ Metric: z.record(z.string(), z.any()) }).optional() });

const queuesWatched = (metric: string) =>
  watched(metric)
    .map(({ id }) => templates.name({ Ref: id }))
    .toSorted();

test('every alarm says what customers notice and where to look first', () => {
  for (const { AlarmDescription } of alarms) {
    expect(AlarmDescription).toMatch(/^[A-Z].{15,}\. First look: .{15,}[.?] Severity: (page|ticket)\.$/);
  }
});

test.each(['Errors', 'Throttles'])('every function has an alarm on %s', (metric) => {
  const functions = templates.ofType('AWS::Lambda::Function').map(fileOf);
  expect(watched(metric).map(fileOf).toSorted()).toEqual(functions.toSorted());
});

test('every queue has alarms on messages that wait for five minutes and on dead letters', () => {
  const dead = [
    'ChunkDeadLetters',
    'FetchDeadLetters',
    'FinishDeadLetters',
    'SplitDeadLetters',
    'WebhookDeadLetters',
  ];
  expect(queuesWatched('ApproximateAgeOfOldestMessage')).toEqual([
    'ChunkQueue',
    'FetchQueue',
    'FinishQueue',
    'SplitQueue',
    'WebhookQueue',
  ]);
  const waiting = alarms.filter(({ MetricName }) => MetricName === 'ApproximateAgeOfOldestMessage');
  expect(waiting.map(({ Threshold }) => Threshold)).toEqual(waiting.map(() => 300));
  expect(queuesWatched('NumberOfMessagesReceived')).toEqual(dead);
  expect(queuesWatched('ApproximateNumberOfMessagesVisible')).toEqual(dead);
});

test('an alarm is raised when more than 0.5 % of requests fail', () => {
  const percent = alarms.find(({ Metrics }) => JSON.stringify(Metrics ?? '').includes('5xx'));
  expect(percent).toMatchObject({ Threshold: 0.5, ComparisonOperator: 'GreaterThanThreshold' });
});

test('an alarm is raised when all functions of the account together use four fifths of its concurrency', () => {
  const [alarm, ...others] = alarms.filter(
    ({ MetricName, Dimensions }) => MetricName === 'ConcurrentExecutions' && Dimensions === undefined,
  );
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ Namespace: 'AWS/Lambda', Statistic: 'Maximum', Threshold: 400 });
});

test('an alarm is raised when more than 5 % of webhook attempts fail', () => {
  const rate = alarms.find(({ Metrics }) => JSON.stringify(Metrics ?? '').includes('WebhookDelivered'));
  expect(rate).toMatchObject({ Threshold: 95, ComparisonOperator: 'LessThanThreshold' });
  const sources = rate?.['Metrics'].flatMap(({ Id, MetricStat }: Record<string, any>) =>
    MetricStat ? [[Id, MetricStat.Stat, MetricStat.Metric.MetricName]] : [],
  );
  expect(sources).toEqual([
    ['tries', 'SampleCount', 'WebhookDelivered'],
    ['delivered', 'Sum', 'WebhookDelivered'],
  ]);
});

test('an alarm is raised when a sweeper does not start and so sends no metric data', () => {
  expect(watched('Invocations').map(fileOf).toSorted()).toEqual([
    ...['workers/sweep-sessions.ts', 'workers/sweep-webhooks.ts', 'workers/sweep.ts'],
  ]);
  for (const missing of alarms.filter(({ MetricName }) => MetricName === 'Invocations'))
    expect(missing).toMatchObject({ ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' });
});

test('every alarm says to the topic of its stage that it was raised, and that it is over', () => {
  const [topic] = templates.ofType('AWS::SNS::Topic');
  for (const { AlarmActions, OKActions } of alarms) {
    expect(AlarmActions.map((action: unknown) => templates.name(action))).toEqual([
      templates.name({ Ref: topic?.id }),
    ]);
    expect(OKActions).toEqual(AlarmActions);
  }
  expect(templates.ofType('AWS::SNS::Subscription')[0]?.Properties).toMatchObject({
    Protocol: 'email',
    Endpoint: 'on-call@example.com',
  });
  expect(templates.ofType('AWS::SNS::TopicPolicy')[0]?.Properties['PolicyDocument'].Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
  );
});

const topicArn = (name: string) => `arn:aws:sns:us-east-1:111122223333:${name}`;

test('alarms go to existing topics by their severity, and without a topic for tickets all to that of pages', () => {
  const actionsWith = (context: Record<string, unknown>) =>
    synthesize(context)
      .ofType('AWS::CloudWatch::Alarm')
      .map(({ Properties: { AlarmDescription, AlarmActions, OKActions } }) => {
        expect(OKActions).toEqual(AlarmActions);
        const [, severity] = /Severity: (\w+)\.$/.exec(AlarmDescription) ?? [];
        return `${severity} ${AlarmActions.filter((action: unknown) => typeof action === 'string')}`;
      });
  const [alarmTopicArn, ticketTopicArn] = [topicArn('pages'), topicArn('tickets')];
  expect(new Set(actionsWith({ alarmTopicArn, ticketTopicArn }))).toEqual(
    new Set([`page ${alarmTopicArn}`, `ticket ${ticketTopicArn}`]),
  );
  expect(new Set(actionsWith({ alarmTopicArn }))).toEqual(
    new Set([`page ${alarmTopicArn}`, `ticket ${alarmTopicArn}`]),
  );
});

test.each([
  'payment.uncredited',
  'payment.unreadable',
  'payment.refused',
  'books.differ',
  'limiter.failed_open',
  'realtime.wake_failed',
  'realtime.post_failed',
] as const)('an alarm is raised by the metric that the log line "%s" carries', (event) => {
  expect(alarms).toContainEqual(
    expect.objectContaining({
      MetricName: metricName(event),
      Namespace: 'Earshot',
      Dimensions: [{ Name: 'service', Value: 'earshot' }],
    }),
  );
});
