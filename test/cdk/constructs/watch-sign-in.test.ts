import { expect, test } from 'vitest';
import { synthesize } from '../../support/templates.ts';

const alarms = synthesize().ofType('AWS::CloudWatch::Alarm');

test('an alarm is raised when people return from the sign-in pages in vain, which is no answer of 5xx', () => {
  const [alarm] = alarms.filter(({ Properties }) => Properties['MetricName'] === 'SignInFailed');
  expect(alarm?.Properties).toMatchObject({ DatapointsToAlarm: 2, EvaluationPeriods: 12, Threshold: 0 });
  expect(alarm?.Properties['AlarmDescription']).toContain('Severity: ticket.');
});
