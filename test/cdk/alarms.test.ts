import { expect, test } from 'vitest';
import { fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize({ alarmEmail: 'on-call@example.com' });
const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

/** Names of all that alarms on `metric` watch. */
const watched = (metric: string, dimension: string) =>
  alarms
    .flatMap((alarm) =>
      alarm['Metrics'] ? alarm['Metrics'].flatMap((part: any) => part.MetricStat?.Metric ?? []) : alarm,
    )
    .filter(({ MetricName }) => MetricName === metric)
    .flatMap(({ Dimensions }) => Dimensions)
    .filter(({ Name }) => Name === dimension)
    .map(({ Value }) => templates.target(Value));

test('every alarm says what customers notice and where to look first', () => {
  for (const { AlarmDescription } of alarms) {
    expect(AlarmDescription).toMatch(/^[A-Z].{15,}\. First look: .{15,}[.?]$/);
  }
});

test.each(['Errors', 'Throttles'])('every function has an alarm on %s', (metric) => {
  const functions = templates.ofType('AWS::Lambda::Function').map(fileOf);
  expect(watched(metric, 'FunctionName').map(fileOf).toSorted()).toEqual(functions.toSorted());
});

test('somebody hears of a message that waits for five minutes, and of each that died', () => {
  const named = (metric: string) => watched(metric, 'QueueName').map(({ id }) => templates.name({ Ref: id }));
  expect(named('ApproximateAgeOfOldestMessage').toSorted()).toEqual([
    'ChunkQueue',
    'FinishQueue',
    'SplitQueue',
  ]);
  const dead = ['ChunkDeadLetters', 'FinishDeadLetters', 'SplitDeadLetters'];
  expect(named('NumberOfMessagesReceived').toSorted()).toEqual(dead);
  expect(named('ApproximateNumberOfMessagesVisible').toSorted()).toEqual(dead);
});

test('somebody hears when more than 0.5 % of requests fail', () => {
  const percent = alarms.find(({ Metrics }) => JSON.stringify(Metrics ?? '').includes('5xx'));
  expect(percent).toMatchObject({ Threshold: 0.5, ComparisonOperator: 'GreaterThanThreshold' });
});

test('a sweeper that does not start is an alarm, although there is no data then', () => {
  expect(watched('Invocations', 'FunctionName').map(fileOf)).toEqual(['workers/sweep.ts']);
  const missing = alarms.find(({ MetricName }) => MetricName === 'Invocations');
  expect(missing).toMatchObject({ ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' });
});

test('with alarmEmail set, every alarm reaches one topic that CloudWatch may publish to', () => {
  const [topic] = templates.ofType('AWS::SNS::Topic');
  for (const { AlarmActions } of alarms) {
    expect(AlarmActions.map((action: unknown) => templates.name(action))).toEqual([
      templates.name({ Ref: topic?.id }),
    ]);
  }
  expect(templates.ofType('AWS::SNS::Subscription')[0]?.Properties).toMatchObject({
    Protocol: 'email',
    Endpoint: 'on-call@example.com',
  });
  expect(templates.ofType('AWS::SNS::TopicPolicy')[0]?.Properties['PolicyDocument'].Statement).toContainEqual(
    expect.objectContaining({ Effect: 'Allow', Principal: { Service: 'cloudwatch.amazonaws.com' } }),
  );
});
