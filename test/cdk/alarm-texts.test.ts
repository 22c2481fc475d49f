import { expect, test } from 'vitest';
import { customized, synthesize } from '../support/templates.ts';

const alarms = synthesize(customized)
  .ofType('AWS::CloudWatch::Alarm')
  .map(({ Properties }) => Properties);

test('every alarm says what customers notice and where to look first', () => {
  for (const { AlarmDescription } of alarms) {
    expect(AlarmDescription).toMatch(/^[A-Z].{15,}\. First look: .{15,}[.?] Severity: (page|ticket)\.$/);
  }
});

test('who answers an alarm on dead letters is told to look for those of a job and for those that are none of ours', () => {
  const dead = alarms.filter((alarm) => JSON.stringify(alarm['AlarmDescription']).includes('record.dead'));
  expect(dead).toHaveLength(4);
  for (const { AlarmDescription } of dead) expect(AlarmDescription).toContain('"record.unreadable"');
});

test('who answers an alarm on the failures of a sweeper is told each line by which it fails', () => {
  const failing = alarms.filter(
    ({ AlarmDescription }) =>
      /sweep|erase|top-ups/.test(AlarmDescription) && /invocation/.test(AlarmDescription),
  );
  expect(failing).toHaveLength(5);
  for (const { AlarmDescription } of failing)
    for (const line of [
      'sweep.item_failed',
      'transcription.clean_up_failed',
      'invocation.crashed',
      'platform.report',
    ])
      expect(AlarmDescription).toContain(`"${line}"`);
});

test('nobody is woken by what a stranger can cause: a sign-in with a code of their own, an event without a signature of Stripe', () => {
  const ofStrangers = ['SignInFailed', 'PaymentRefused'];
  const caused = alarms.filter(({ MetricName }) => ofStrangers.includes(MetricName));
  expect(caused).toHaveLength(2);
  for (const { AlarmDescription } of caused) expect(AlarmDescription).toContain('Severity: ticket.');
});
