import { Duration } from 'aws-cdk-lib/core';
import type { HttpApi, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { Alarm, repeated } from './alarm.ts';
import { RoutesFailing } from './routes-failing.ts';

type WatchedRoute = {
  readonly api: HttpApi;
  readonly key: HttpRouteKey;
  /** Relative to functions/. */
  readonly file: string;
};

/** An API Gateway metric of one route of the stage `$default`. */
export const routeMetric = (
  { api, key }: Pick<WatchedRoute, 'api' | 'key'>,
  metricName: '5xx' | 'Count' | 'Latency',
  options: { readonly period: Duration; readonly statistic: string },
): Metric => {
  const [Method = '', Resource = ''] = key.key.split(' ');
  const dimensionsMap = { ApiId: api.apiId, Stage: '$default', Method, Resource };
  return new Metric({ namespace: 'AWS/ApiGateway', metricName, dimensionsMap, ...options });
};

/**
 * Adds the alarm on failures of one route of an HTTP API. API Gateway counts every answer, including those of a function that
 * answered 500 itself, timed out or could not start.
 */
export const watchRoute = (handler: Construct, route: WatchedRoute): Alarm => {
  const period = Duration.minutes(5);
  const failing = new Alarm(handler, 'Failing', {
    ...repeated,
    severity: 'page',
    isGrouped: true,
    metric: new MathExpression({
      expression: '100 * failed / requests',
      label: `Percent of ${route.key.key} answered 5xx`,
      period,
      usingMetrics: {
        failed: routeMetric(route, '5xx', { period, statistic: 'Sum' }),
        requests: routeMetric(route, 'Count', { period, statistic: 'Sum' }),
      },
    }),
    threshold: 5,
    impact: `Callers of ${route.key.key} get an error.`,
    firstLook: `the log of ${route.file}, by the request id of an answer with status 500.`,
  });
  RoutesFailing.add(handler, failing);
  return failing;
};
