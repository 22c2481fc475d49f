import { expect, test } from 'vitest';
import { customized, synthesize } from '../support/templates.ts';

const templates = synthesize(customized);

test('a table that is down fails all routes, and pages for them once for each stack: their own alarms tell nobody', () => {
  const isOfRoute = ({ id }: { readonly id: string }) => /HandlerFailing/.test(id);
  const failing = templates.ofType('AWS::CloudWatch::Alarm').filter(isOfRoute);
  expect(failing.map(({ Properties }) => Properties['AlarmActions'] ?? null)).toEqual(
    failing.map(() => null),
  );
  const groups = templates.ofType('AWS::CloudWatch::CompositeAlarm');
  expect(groups.map(({ id }) => id.replace(/[\dA-F]{8}$/, ''))).toEqual(groups.map(() => 'RoutesFailing'));
  const rules = groups.map(({ Properties }) => JSON.stringify(Properties['AlarmRule']));
  expect(rules.flatMap((rule) => rule.match(/\w+HandlerFailing\w+/g) ?? []).toSorted()).toEqual(
    failing.map(({ id }) => id).toSorted(),
  );
  // AWS allows 100 alarms and 10,240 characters, of which the ARN of an alarm may take 150.
  for (const rule of rules) expect(rule.match(/HandlerFailing/g)?.length).toBeLessThan(60);
});

test('a full account refuses all functions, and pages for them once for each stack', () => {
  const ids = templates
    .ofType('AWS::CloudWatch::Alarm')
    .filter(({ Properties }) => JSON.stringify(Properties).includes('"Throttles"'))
    .filter(({ id }) => !id.includes('Waiting'))
    .map(({ stack, id }) => `${stack} ${id.slice(0, 'Throttles1'.length)}`);
  const stacks = ['EarshotApi', 'EarshotData', 'EarshotRealtime', 'EarshotWebhooks', 'EarshotWorkers'];
  expect(ids.toSorted()).toEqual(stacks.map((stack) => `${stack} Throttles1`));
});
