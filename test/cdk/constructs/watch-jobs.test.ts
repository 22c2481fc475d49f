import { expect, test } from 'vitest';
import { synthesize } from '../../support/templates.ts';

const alarms = synthesize().ofType('AWS::CloudWatch::Alarm');

test('an alarm is raised when messages cannot be sent again and again, although the sweepers send them later', () => {
  const [alarm] = alarms.filter(({ Properties }) => Properties['MetricName'] === 'SendFailed');
  expect(alarm?.Properties).toMatchObject({ DatapointsToAlarm: 2, EvaluationPeriods: 12, Threshold: 0 });
  expect(alarm?.Properties['AlarmDescription']).toContain('Severity: ticket.');
});
