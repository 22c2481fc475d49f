import { expect, test } from 'vitest';
import { hourOfAudio } from '#cdk/costs/audio.ts';
import { idleCosts, totalOf } from '#cdk/costs/idle.ts';
import { metricsOfRoutes } from '#cdk/costs/use.ts';
import prices from '#cdk/costs/prices.json' with { type: 'json' };

const resource = (Type: string, Properties = {}) => ({ Type: `AWS::${Type}`, Properties });
const costs = (Resources: Record<string, ReturnType<typeof resource>>) =>
  Object.fromEntries(idleCosts([{ Resources }]).map(({ what, count, usd }) => [what, [count, usd]]));

test('an alarm costs as much as the metrics that it reads, not its expressions', () => {
  const expression = { Id: 'share', Expression: 'a / b' };
  const metrics = ['a', 'b'].map((Id) => ({ Id, MetricStat: {} }));
  expect(
    costs({
      plain: resource('CloudWatch::Alarm'),
      math: resource('CloudWatch::Alarm', { Metrics: [expression, ...metrics] }),
    })['Metrics of alarms'],
  ).toEqual([3, expect.closeTo(0.3)]);
});

test('an endpoint costs by the hour in each of its zones; those of gateways are free', () => {
  const { 'Endpoint of SQS, by zone': endpoint } = costs({
    sqs: resource('EC2::VPCEndpoint', { VpcEndpointType: 'Interface', SubnetIds: ['a', 'b'] }),
    s3: resource('EC2::VPCEndpoint', { VpcEndpointType: 'Gateway' }),
  });
  expect(endpoint).toEqual([2, expect.closeTo(14.6)]);
});

test('only rules that run every minute are sweepers', () => {
  const rule = (ScheduleExpression: string) => resource('Events::Rule', { ScheduleExpression });
  expect(costs({ sweep: rule('rate(1 minute)'), audit: rule('cron(0 3 * * ? *)') })['Sweepers']?.[0]).toBe(1);
});

test('a month of a sweeper has a trace of each of its runs', () => {
  const [, usd = 0] =
    costs({ sweep: resource('Events::Rule', { ScheduleExpression: 'rate(1 minute)' }) })['Sweepers'] ?? [];
  expect(usd).toBeGreaterThan(730 * 60 * prices.xrayTrace);
});

test('a route in use costs six metrics, where the stage of its API counts by route', () => {
  const resources = {
    routeOfStage: resource('ApiGatewayV2::Route', { ApiId: { Ref: 'api' } }),
    other: resource('ApiGatewayV2::Route', { ApiId: { Ref: 'other' } }),
    stage: resource('ApiGatewayV2::Stage', {
      ApiId: { Ref: 'api' },
      DefaultRouteSettings: { DetailedMetricsEnabled: true },
    }),
    plain: resource('ApiGatewayV2::Stage', { ApiId: { Ref: 'other' } }),
  };
  expect(metricsOfRoutes([{ Resources: resources }])).toEqual({ routes: 1, usdEach: expect.closeTo(1.8) });
});

test('an app without resources costs nothing', () => {
  expect(totalOf(idleCosts([]))).toBe(0);
});

test('an hour of audio costs less than a tenth of its price', () => {
  expect(totalOf(hourOfAudio())).toBeLessThan(0.03);
});
