import { expect, test } from 'vitest';
import { routes } from '#functions/routes.ts';
import { customized, fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize(customized);
const withoutProducts = synthesize();
const alarms = templates.ofType('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);

const metricsOf = ({ Metrics }: Record<string, any>): Record<string, any>[] =>
  (Metrics ?? []).flatMap(({ MetricStat }: Record<string, any>) => (MetricStat ? [MetricStat.Metric] : []));

/** The functions or queues that are watched by the alarms on `metric`. */
const watched = (metric: string) =>
  alarms
    .flatMap((alarm) => [alarm, ...metricsOf(alarm)])
    .filter(({ MetricName }) => MetricName === metric)
    .flatMap(({ Dimensions }) => Dimensions)
    .filter(({ Name }) => Name !== 'service')
    .map(({ Value }) => templates.target(Value));

const queuesWatched = (metric: string) =>
  watched(metric)
    .map(({ id }) => templates.name({ Ref: id }))
    .toSorted();

const filesOfRoutes: readonly string[] = Object.values(routes).map(({ file }) => file);
const unrouted = templates
  .ofType('AWS::Lambda::Function')
  .filter((fn) => !filesOfRoutes.includes(fileOf(fn)));

test.each(['Errors', 'HandledFailures'])(
  'every function that answers no route has an alarm on %s',
  (metric) => {
    expect(watched(metric).map(fileOf).toSorted()).toEqual(unrouted.map(fileOf).toSorted());
  },
);

test('every function that answers no route has an alarm on Throttles, but for helpers, of whom any number may be called', () => {
  const others = unrouted.map(fileOf).filter((file) => !file.endsWith('-waiting.ts'));
  // The alarm on speakers who wait reads those of the runner, too.
  expect([...new Set(watched('Throttles').map(fileOf))].toSorted()).toEqual(others.toSorted());
});

const dimensionsOf = ({ Dimensions = [] }: Record<string, any>): Record<string, unknown> =>
  Object.fromEntries(Dimensions.map(({ Name, Value }: Record<string, any>) => [Name, Value]));

test('every route has an alarm on the share of its answers that are 5xx', () => {
  const failing = alarms.filter((alarm) =>
    metricsOf(alarm).some((metric) => metric['MetricName'] === '5xx' && dimensionsOf(metric)['Resource']),
  );
  const watchedRoutes = failing.map((alarm) => {
    const [failed, requests] = metricsOf(alarm);
    expect([failed?.['MetricName'], requests?.['MetricName']]).toEqual(['5xx', 'Count']);
    const { Method, Resource } = dimensionsOf(failed ?? {});
    expect(dimensionsOf(requests ?? {})).toMatchObject({ Method, Resource, Stage: '$default' });
    expect(alarm).toMatchObject({ Threshold: 5, EvaluationPeriods: 12, DatapointsToAlarm: 2 });
    return `${String(Method)} ${String(Resource)}`;
  });
  expect(watchedRoutes.toSorted()).toEqual(Object.keys(routes).toSorted());
});

test('strangers raise no alarm of payments where nothing is sold: their events are answered 501', () => {
  const idsOf = (of: typeof templates) => of.ofType('AWS::CloudWatch::Alarm').map(({ id }) => id);
  const ofSales = (id: string) =>
    /^Payment|Billing(?:Events|.*(?:Checkout|Portal|Receipts|Subscriptions))/.test(id);
  const failing = (ids: readonly string[]) => ids.filter((id) => ofSales(id) && !/Slow/.test(id));
  expect(failing(idsOf(templates)).length).toBeGreaterThan(8);
  expect(failing(idsOf(withoutProducts))).toEqual([]);
});

test('one time-out raises no alarm: those on errors and on waiting need two bad periods', () => {
  const impatient = alarms.filter(
    ({ EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods }) => DatapointsToAlarm === 1,
  );
  // One datapoint is enough for these alarms: each log line is about money, and a dead message has failed five times.
  const byLine = impatient.flatMap(({ Namespace, MetricName }) =>
    Namespace === 'Earshot' ? [String(MetricName)] : [],
  );
  const others = impatient.filter(({ Namespace }) => Namespace !== 'Earshot').flatMap(metricsOf);
  expect(byLine.toSorted()).toEqual([
    ...['BooksDiffer', 'PaymentUnconfirmed', 'PaymentUncredited', 'PaymentUnreadable'],
  ]);
  expect(new Set(others.map(({ MetricName }) => MetricName))).toEqual(
    new Set(['ApproximateNumberOfMessagesVisible', 'NumberOfMessagesReceived', 'WebhookDelivered']),
  );
});

const reading = (...names: readonly string[]) =>
  alarms.filter((alarm) => {
    const read = [...metricsOf(alarm), alarm].map(({ MetricName }) => MetricName);
    return names.every((name) => read.includes(name));
  });

test('an alarm is raised when more than one job in twenty fails by our fault, however many fail by theirs', () => {
  const [ours] = reading('TranscriptionFailed', 'QueueToText').filter(({ Threshold }) => Threshold === 5);
  const types = metricsOf(ours ?? {}).map((metric) => dimensionsOf(metric)['error_type']);
  expect(types).toEqual(['internal_error', 'processing_timeout', undefined]);
  expect(ours?.['AlarmDescription']).toContain('Severity: page.');
});

test('an alarm is raised when half of the uploads wait for ten minutes; slow hosts of customers never raise it', () => {
  const [slow] = reading('QueueToText').filter(({ Threshold }) => Threshold === 600_000);
  for (const metric of metricsOf(slow ?? {})) expect(dimensionsOf(metric)['source']).toBe('upload');
});

test.each(['ReadThrottleEvents', 'WriteThrottleEvents'])(
  'an alarm is raised when the table or an index refuses work: %s',
  (name) => {
    const [alarm] = reading(name);
    const read = metricsOf(alarm ?? {}).filter(({ MetricName }) => MetricName === name);
    const indexes = read.map((metric) => dimensionsOf(metric)['GlobalSecondaryIndexName']);
    expect(indexes).toEqual([undefined, 'due', 'listed']);
  },
);

test('an alarm is raised when no audit of the books has ended for a day', () => {
  const [alarm] = reading('BooksAudited');
  expect(alarm).toMatchObject({ TreatMissingData: 'breaching', Period: 3_600, EvaluationPeriods: 26 });
});

test('an alarm is raised when events of payments are answered 5xx in two hours of a day', () => {
  const [alarm] = reading('5xx').filter(({ Period }) => Period === 3_600);
  expect(alarm).toMatchObject({ DatapointsToAlarm: 2, EvaluationPeriods: 24, Threshold: 0 });
  expect(dimensionsOf(alarm ?? {})['Resource']).toBe('/api/platform/v1/billing/events');
});

test('every queue has alarms on messages that are not done after a time-out and its retry, and on dead letters', () => {
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
  const minutes = waiting.map(({ Threshold, Dimensions }) => [
    templates.target(Dimensions[0].Value).id,
    Threshold / 60,
  ]);
  expect(Object.fromEntries(minutes)).toEqual({
    FetchQueue6740759B: 101,
    SplitQueueC6500B55: 125,
    ChunkQueue6AE4B5F8: 21,
    FinishQueue8EE4D084: 21,
    WebhookQueueCB2A9A4E: 11,
  });
  expect(queuesWatched('NumberOfMessagesReceived')).toEqual(dead);
  const busy = queuesWatched('ApproximateAgeOfOldestMessage');
  expect(queuesWatched('ApproximateNumberOfMessagesVisible')).toEqual([...busy, ...dead].toSorted());
  expect(queuesWatched('NumberOfMessagesDeleted')).toEqual(busy);
});

test('an alarm is raised when more than 0.5 % of requests fail; who asks for what is not offered raises none', () => {
  const [percent] = reading('5xx', 'NotOffered', 'Count');
  expect(percent).toMatchObject({ Threshold: 0.5, ComparisonOperator: 'GreaterThanThreshold' });
});

test('an alarm is raised when all functions of the account together use four fifths of its concurrency', () => {
  const [alarm, ...others] = alarms.filter(
    ({ MetricName, Dimensions }) => MetricName === 'ConcurrentExecutions' && Dimensions === undefined,
  );
  expect(others).toEqual([]);
  expect(alarm).toMatchObject({ Namespace: 'AWS/Lambda', Statistic: 'Maximum', Threshold: 400 });
});

test('what uses the whole account is compared with the quota of the account, not with the part of a stage', () => {
  const stage = synthesize({ stage: 'dev', accountConcurrency: '300', accountQuota: '1000' });
  const whole = stage
    .ofType('AWS::CloudWatch::Alarm')
    .map(({ Properties }) => Properties)
    .filter(({ MetricName, Dimensions }) => MetricName === 'ConcurrentExecutions' && !Dimensions);
  expect(whole.map(({ Threshold }) => Threshold)).toEqual([800]);
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
    ...['workers/buy-top-ups.ts', 'workers/erase-projects.ts', 'workers/sweep-sessions.ts'],
    ...['workers/sweep-webhooks.ts', 'workers/sweep.ts'],
  ]);
  for (const missing of alarms.filter(({ MetricName }) => MetricName === 'Invocations'))
    expect(missing).toMatchObject({ ComparisonOperator: 'LessThanThreshold', TreatMissingData: 'breaching' });
});

test('every alarm says to the topic of its stage that it was raised, and that it is over', () => {
  const [topic] = templates.ofType('AWS::SNS::Topic');
  const composite = templates.ofType('AWS::CloudWatch::CompositeAlarm').map(({ Properties }) => Properties);
  const alone = alarms.filter(({ Metrics }) => !JSON.stringify(Metrics ?? '').includes('answered 5xx"'));
  expect(alarms.length - alone.length).toBe(Object.keys(routes).length);
  for (const { AlarmActions, OKActions } of [...alone, ...composite]) {
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

test.each([
  'PaymentUncredited',
  'PaymentUnreadable',
  'PaymentRefused',
  'BooksDiffer',
  'LimiterFailedOpen',
  'RealtimeWakeFailed',
  'RealtimePostFailed',
] as const)('an alarm is raised by the metric %s, which log lines carry', (name) => {
  expect(alarms).toContainEqual(
    expect.objectContaining({
      MetricName: name,
      Namespace: 'Earshot',
      Dimensions: [{ Name: 'service', Value: 'earshot' }],
    }),
  );
});
