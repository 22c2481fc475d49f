import { expect, test } from 'vitest';
import { synthesize } from '../support/templates.ts';

const topicArn = (name: string) => `arn:aws:sns:us-east-1:111122223333:${name}`;

test('alarms go to existing topics by their severity, and without a topic for tickets all to that of pages', () => {
  const actionsWith = (context: Record<string, unknown>) =>
    ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm']
      .flatMap((type) => synthesize(context).ofType(type))
      // Another alarm reports for those of routes.
      .filter(({ id }) => !id.includes('HandlerFailing'))
      .map(({ Properties: { AlarmDescription, AlarmActions, OKActions } }) => {
        expect(OKActions).toEqual(AlarmActions);
        const [, severity] = /Severity: (\w+)\.$/.exec(AlarmDescription) ?? [];
        return `${severity} ${AlarmActions.filter((action: unknown) => typeof action === 'string')}`;
      });
  const alarmTopicArn = topicArn('pages');
  const ticketTopicArn = topicArn('tickets');
  expect(new Set(actionsWith({ alarmTopicArn, ticketTopicArn }))).toEqual(
    new Set([`page ${alarmTopicArn}`, `ticket ${ticketTopicArn}`]),
  );
  expect(new Set(actionsWith({ alarmTopicArn }))).toEqual(
    new Set([`page ${alarmTopicArn}`, `ticket ${alarmTopicArn}`]),
  );
});
