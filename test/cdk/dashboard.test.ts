import { expect, test } from 'vitest';
import { synthesize } from '../support/templates.ts';

const templates = synthesize();
const [dashboard] = templates.ofType('AWS::CloudWatch::Dashboard');
const body = JSON.stringify(dashboard?.Properties['DashboardBody']);

test('the dashboard has the name of its stage and region', () => {
  expect(templates.name(dashboard?.Properties['DashboardName'])).toBe('earshot-AWS::Region');
});

test.each([
  ...['JobCreated', 'QueueToText', 'TranscriptionFailed', 'ApproximateAgeOfOldestMessage'],
  ...['ConcurrentExecutions', 'AudioDone', 'PaidMicroUsd', 'ChargedMicroUsd', '5xx', 'Latency'],
])('the dashboard shows %s', (metric) => {
  expect(body).toContain(metric);
});

test('the cost of an hour of audio is the time of its six workers at their memory and the price of the list', () => {
  expect(body).toContain(
    '(FILL(fetch, 0) * 0.5 + FILL(split, 0) * 1.7275390625 + FILL(partHelpers, 0) * 1.7275390625 + FILL(recognize, 0) * 1.7275390625 + FILL(helpers, 0) * 2.9375 + FILL(finish, 0) * 2.9375) / 1000 * 0.0000133334',
  );
});
