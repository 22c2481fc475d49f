import { expect, test } from 'vitest';
import { routes } from '#functions/routes.ts';
import { selling, synthesize } from '../../support/templates.ts';

const alarms = synthesize(selling)
  .ofType('AWS::CloudWatch::Alarm')
  .map(({ Properties }) => Properties)
  .filter(({ Metrics }) => JSON.stringify(Metrics ?? '').includes('"Latency"'));

const metricsOf = ({ Metrics }: Record<string, any>): Record<string, any>[] =>
  Metrics.flatMap(({ MetricStat }: Record<string, any>) => MetricStat ?? []);
const routesOf = (alarm: Record<string, any>): string[] =>
  metricsOf(alarm).map(({ Metric }) => {
    const values = Metric.Dimensions.map(({ Name, Value }: Record<string, unknown>) => [Name, Value]);
    const { Method, Resource } = Object.fromEntries(values);
    return `${String(Method)} ${String(Resource)}`;
  });

test('every route that waits for nobody else is in one of the alarms on latency', () => {
  const watched = alarms.flatMap(routesOf);
  expect(new Set(watched).size).toBe(watched.length);
  expect(watched.length).toBe(Object.keys(routes).length - 7);
});

test('a slow table raises a few alarms on latency instead of one for each route', () => {
  expect(alarms.length).toBeLessThan(14);
  // CloudWatch allows an alarm ten metrics.
  for (const alarm of alarms) expect(routesOf(alarm).length).toBeLessThanOrEqual(10);
});

test('an alarm on latency is raised when one in ten calls of a route takes five seconds', () => {
  for (const alarm of alarms) {
    expect(alarm).toMatchObject({ Threshold: 5_000, EvaluationPeriods: 3, DatapointsToAlarm: 2 });
    expect(new Set(metricsOf(alarm).map(({ Stat }) => Stat))).toEqual(new Set(['p90']));
  }
});
