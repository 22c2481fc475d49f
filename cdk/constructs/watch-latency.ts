import { Duration } from 'aws-cdk-lib/core';
import type { HttpApi, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { Alarm, groupsForAlarms, lasting } from './alarm.ts';
import { routeMetric } from './watch-route.ts';

/**
 * Adds alarms on the latency of routes, one for ten routes. What slows down one route, such as a slow table, slows down most of
 * them, and CloudFormation allows a stack 500 resources.
 */
export const watchLatency = (scope: Construct, api: HttpApi, keys: readonly HttpRouteKey[]): void => {
  const period = Duration.minutes(5);
  for (const [nth, group] of groupsForAlarms(keys).entries()) {
    const latencies = Object.fromEntries(
      group.map((key, place) => [
        `route${place}`,
        routeMetric({ api, key }, 'Latency', { period, statistic: 'p90' }).with({ label: key.key }),
      ]),
    );
    // Without FILL, a route that nobody calls would leave the maximum without data.
    const filled = Object.keys(latencies).map((name) => `FILL(${name}, 0)`);
    new Alarm(scope, `SlowRoutes${nth + 1}`, {
      ...lasting,
      severity: 'ticket',
      metric: new MathExpression({
        expression: `MAX([${filled.join(', ')}])`,
        label: 'Latency of the slowest route, which nine in ten calls stay below, in ms',
        period,
        usingMetrics: latencies,
      }),
      threshold: Duration.seconds(5).toMilliseconds(),
      impact: 'One in ten calls of at least one route takes longer than five seconds.',
      firstLook:
        'in Logs Insights, over the access log, `stats pct(latencyMs, 90) by routeKey`. Then duration_ms in the log of that function against latencyMs in the access log: is it the function, or its start?',
    });
  }
};
