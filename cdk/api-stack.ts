import { CfnOutput, Duration, RemovalPolicy, Stack, type App } from 'aws-cdk-lib/core';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpRouteKey, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { FilterPattern, LogGroup, MetricFilter, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import { isApiRoute, isRoute, routes, type ApiRoute } from '#functions/routes.ts';
import { constant, type Access } from './constructs/access.ts';
import { Alarm } from './constructs/alarm.ts';
import { RouteFunction, routeKey } from './constructs/route-function.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import type { DataStack } from './data-stack.ts';
import type { Settings } from './settings.ts';

/** What each route may touch. A route of functions/routes.ts that is missing here does not compile. */
export const apiAccess = (
  { table, audio, results, queues, webhooks }: DataStack,
  { resultRetentionDays, speechModel, translator, prepaid, limits }: Settings,
): Record<ApiRoute, readonly Access[]> => ({
  'POST /v1/transcription-uploads': [
    table.allow('GetItem', 'PutItem', 'UpdateItem'),
    // A browser that posts by the signed policy acts with the rights of the function that signed it.
    audio.allow({ PutObject: ['uploads'] }),
  ],
  'POST /v1/transcriptions': [
    table.allow(
      'GetItem',
      'PutItem',
      'UpdateItem',
      'ConditionCheckItem',
      ...(prepaid ? (['Query'] as const) : []),
    ),
    constant('PREPAID', prepaid),
    audio.allow({ GetObject: ['uploads'], ListBucket: true }),
    queues.fetch.allowSend(),
    queues.split.allowSend(),
    constant('RESULT_RETENTION_DAYS', resultRetentionDays),
    constant('SPEECH_MODEL', speechModel),
    constant('TRANSLATOR', translator),
  ],
  'GET /v1/transcriptions': [table.allowIndex('listed', 'GetItem', 'UpdateItem')],
  'DELETE /v1/transcriptions/{transcription_id}': [
    table.allow('GetItem', 'UpdateItem', 'PutItem'),
    webhooks.allowSend(),
    audio.allow({ DeleteObject: ['uploads', 'sources', 'work'], ListBucket: true }),
    results.allow({ DeleteObject: ['results'] }),
  ],
  'GET /v1/transcriptions/{transcription_id}/transcript': [
    table.allow('GetItem', 'UpdateItem'),
    results.allow({ GetObject: ['results'], ListBucket: true }),
  ],
  'GET /v1/transcriptions/{transcription_id}': [
    table.allow('GetItem', 'UpdateItem'),
    results.allow({ GetObject: ['results'], ListBucket: true }),
    constant('LIMITS', JSON.stringify(limits)),
  ],
  'POST /v1/files': [
    table.allow('GetItem', 'PutItem', 'UpdateItem'),
    audio.allow({ GetObject: ['uploads'], ListBucket: true }),
  ],
  'GET /v1/files': [table.allowIndex('listed', 'GetItem', 'UpdateItem')],
  'GET /v1/files/{file_id}': [table.allow('GetItem', 'UpdateItem')],
  'DELETE /v1/files/{file_id}': [
    table.allow('GetItem', 'UpdateItem'),
    audio.allow({ DeleteObject: ['uploads'] }),
  ],
  'GET /v1/capabilities': [
    constant('RESULT_RETENTION_DAYS', resultRetentionDays),
    constant('SPEECH_MODEL', speechModel),
    constant('TRANSLATOR', translator),
  ],
  'GET /v1/errors': [],
  'GET /v1/openapi.json': [],
});

type ApiStackProps = { readonly settings: Settings; readonly data: DataStack };

/** The HTTP API: one function for each of its routes in functions/routes.ts, and one that answers everything else. */
export class ApiStack extends Stack {
  readonly httpApi = new HttpApi(this, 'Api', { apiName: 'earshot', createDefaultStage: false });

  constructor(app: App, id: string, { settings, data }: ApiStackProps) {
    super(app, id, { description: 'Earshot: the HTTP API' });
    const logRetention = settings.logRetentionDays;
    const access = apiAccess(data, settings);
    const common = { api: this.httpApi, logRetention };
    for (const route of Object.keys(routes).filter(isRoute).filter(isApiRoute)) {
      const { file, audience } = routes[route];
      const handler = new RouteFunction(this, {
        ...common,
        key: routeKey(route),
        file,
        access: access[route],
      });
      if (audience === 'api_key') countUncounted(handler);
    }
    new RouteFunction(this, { ...common, key: HttpRouteKey.DEFAULT, file: 'api/unmatched.ts', access: [] });
    this.publish(logRetention);
    this.watchFailures();
    new CfnOutput(this, 'BaseUrl', { value: this.httpApi.apiEndpoint });
  }

  private publish(logRetention: RetentionDays) {
    const logGroup = new LogGroup(this, 'AccessLogs', {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    new HttpStage(this.httpApi, 'Stage', {
      httpApi: this.httpApi,
      stageName: '$default',
      autoDeploy: true,
      // A tenth of the account's quota, so that a flood here leaves its other APIs alone.
      throttle: { rateLimit: 1000, burstLimit: 2000 },
      detailedMetricsEnabled: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: accessLogFormat },
    });
  }

  private watchFailures() {
    const period = Duration.minutes(5);
    const { metricNamespace: namespace, metricName } = uncounted;
    new Alarm(this, 'Uncounted', {
      metric: new Metric({ namespace, metricName, period, statistic: 'Sum' }),
      impact: 'Requests are let in without being counted, so the rate limit does not hold.',
      firstLook: 'throttles and errors of writes to the table.',
    });
    new Alarm(this, 'ServerErrors', {
      metric: new MathExpression({
        expression: '100 * failed / requests',
        label: 'Percent of requests answered 5xx',
        period,
        usingMetrics: { failed: this.httpApi.metricServerError(), requests: this.httpApi.metricCount() },
      }),
      threshold: 0.5,
      impact: 'More than one request in two hundred fails with a 5xx status.',
      firstLook: 'the access log for status >= 500: its routeKey names the function whose log to open.',
    });
  }
}

/** How often the rate limiter let a request in because it could not count it. */
const uncounted = { metricNamespace: 'Earshot', metricName: 'UncountedRequests' };

const countUncounted = (handler: ServiceFunction) =>
  new MetricFilter(handler, 'Uncounted', {
    logGroup: handler.logGroup,
    filterPattern: FilterPattern.stringValue('$.message', '=', 'limiter.failed_open'),
    ...uncounted,
    metricValue: '1',
  });

// The route, not the path, and no query string or address: nothing here tells who asked for what.
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    routeKey: '$context.routeKey',
    status: '$context.status',
    bytes: '$context.responseLength',
    latencyMs: '$context.responseLatency',
    integrationError: '$context.integrationErrorMessage',
  }),
);
