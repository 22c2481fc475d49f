import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { CfnStage, HttpStage, LogGroupLogDestination, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { pinLogicalId } from './pin-logical-id.ts';
import { ServiceLogs } from './service-logs.ts';

// A tenth of the account's quota, so that a flood here leaves the account's other APIs working.
const throttle = { rateLimit: 1000, burstLimit: 2000 };
// These routes need no credentials, so the limit keeps a flood of calls from slowing down customers' routes. Normal
// callers need less: the responses can be cached, sign-in is rare, and the payment provider retries.
const publicThrottle = { rateLimit: 25, burstLimit: 50 };

type ApiStageProps = {
  readonly api: HttpApi;
  /** Keys of the routes that need no credentials. */
  readonly publicRoutes: readonly string[];
  readonly logRetention: RetentionDays;
};

/**
 * Publishes an HTTP API, with throttling and an access log. Create it after all routes, because AWS refuses settings of
 * a missing route.
 */
export class ApiStage extends HttpStage {
  constructor(scope: Construct, id: string, { api, publicRoutes, logRetention }: ApiStageProps) {
    const logGroup = new ServiceLogs(scope, `${id}AccessLogs`, logRetention);
    super(scope, id, {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      throttle,
      detailedMetricsEnabled: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: accessLogFormat },
    });
    pinLogicalId(this, 'Stage0E8C2AF5');
    const stage = this.node.defaultChild;
    if (!CfnStage.isCfnStage(stage)) throw new Error('the stage has no CfnStage');
    stage.routeSettings = Object.fromEntries(
      publicRoutes.map((key) => [
        key,
        {
          ThrottlingRateLimit: publicThrottle.rateLimit,
          ThrottlingBurstLimit: publicThrottle.burstLimit,
          // The settings of a route replace all settings of the stage, so this one is repeated.
          DetailedMetricsEnabled: true,
        },
      ]),
    );
  }
}

// For privacy, the log has the route instead of the path, no query string and no address.
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
