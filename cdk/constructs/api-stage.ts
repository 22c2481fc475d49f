import { RemovalPolicy } from 'aws-cdk-lib/core';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnStage, HttpStage, LogGroupLogDestination, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

// A tenth of the account's quota, so that a flood here leaves its other APIs alone.
const throttle = { rateLimit: 1000, burstLimit: 2000 };
// Anybody may call these without credentials, so a flood of calls must stay too small to slow down customers' routes. It is
// still more than honest callers need: the answers can be cached, sign-in is rare, and the payment provider retries.
const publicThrottle = { rateLimit: 25, burstLimit: 50 };

type ApiStageProps = {
  readonly api: HttpApi;
  /** Keys of the routes that anybody may call. */
  readonly publicRoutes: readonly string[];
  readonly logRetention: RetentionDays;
};

/** Publishes an HTTP API, with throttles and an access log. Needs all routes first: AWS refuses settings of a route that does not exist. */
export class ApiStage extends HttpStage {
  constructor(scope: Construct, id: string, { api, publicRoutes, logRetention }: ApiStageProps) {
    const logGroup = new LogGroup(scope, `${id}AccessLogs`, {
      retention: logRetention,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, id, {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      detailedMetricsEnabled: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: accessLogFormat },
    });
    const stage = this.node.defaultChild;
    if (!CfnStage.isCfnStage(stage)) throw new Error('the stage has no CfnStage');
    stage.routeSettings = Object.fromEntries(
      publicRoutes.map((key) => [
        key,
        {
          ThrottlingRateLimit: publicThrottle.rateLimit,
          ThrottlingBurstLimit: publicThrottle.burstLimit,
          // The settings of a route replace those of the stage altogether.
          DetailedMetricsEnabled: true,
        },
      ]),
    );
  }
}

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
