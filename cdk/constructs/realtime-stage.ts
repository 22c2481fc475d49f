import { Duration, Stack } from 'aws-cdk-lib/core';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  CfnStage,
  LogGroupLogDestination,
  type IWebSocketApi,
  WebSocketStage,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Access } from './access.ts';
import { Alarm, lasting } from './alarm.ts';
import { GatewayLogging } from './gateway-logging.ts';
import { pinLogicalId } from './pin-logical-id.ts';
import { ServiceLogs } from './service-logs.ts';

// Twice the rate of a client that sends 100 ms of audio per message.
const messagesPerSecond = 20;
// Half of the account's quota, so that a flood here leaves enough for the account's other APIs.
const maxThrottle = { rateLimit: 5_000, burstLimit: 2_500 };

type RealtimeStageProps = {
  readonly api: IWebSocketApi;
  /** How many sessions may be live at once. */
  readonly sessions: number;
  readonly logRetention: RetentionDays;
};

/** Publishes the WebSocket API, with throttling, an access log and an alarm. */
export class RealtimeStage extends WebSocketStage {
  constructor(scope: Construct, id: string, { api, sessions, logRetention }: RealtimeStageProps) {
    const logGroup = new ServiceLogs(scope, `${id}AccessLogs`, logRetention);
    super(scope, id, {
      webSocketApi: api,
      stageName: 'realtime',
      autoDeploy: true,
      throttle: {
        rateLimit: Math.min(maxThrottle.rateLimit, messagesPerSecond * sessions),
        burstLimit: Math.min(maxThrottle.burstLimit, 2 * messagesPerSecond * sessions),
      },
      detailedMetricsEnabled: true,
      accessLogSettings: { destination: new LogGroupLogDestination(logGroup), format: accessLogFormat },
    });
    pinLogicalId(this, 'RealtimeStage');
    this.node.addDependency(new GatewayLogging(scope, `${id}Logging`));
    this.limitStrangers(sessions);
    this.watchFailures();
  }

  /** Lets a function send to clients and close their connections. */
  allowPost(): Access {
    const connections = (method: string) =>
      Stack.of(this).formatArn({
        service: 'execute-api',
        resource: this.api.apiId,
        resourceName: `${this.stageName}/${method}/@connections/*`,
      });
    const statement = new PolicyStatement({
      actions: ['execute-api:ManageConnections'],
      resources: [connections('POST'), connections('DELETE')],
    });
    return { variable: 'REALTIME_ENDPOINT', value: this.callbackUrl, statements: [statement] };
  }

  /**
   * Limits connection attempts. They are not authenticated yet, so a flood from strangers must not slow down the
   * messages of sessions. All sessions may reconnect within a second.
   */
  private limitStrangers(sessions: number) {
    const stage = this.node.defaultChild;
    if (!CfnStage.isCfnStage(stage)) throw new Error('the stage has no CfnStage');
    stage.routeSettings = {
      $connect: {
        ThrottlingRateLimit: Math.max(25, sessions),
        ThrottlingBurstLimit: Math.max(50, 2 * sessions),
        // The settings of a route replace all settings of the stage, so this one is repeated.
        DetailedMetricsEnabled: true,
      },
    };
  }

  private watchFailures() {
    const metric = (metricName: string) =>
      new Metric({
        namespace: 'AWS/ApiGateway',
        metricName,
        dimensionsMap: { ApiId: this.api.apiId, Stage: this.stageName },
        statistic: 'Sum',
      });
    new Alarm(this, 'Failures', {
      severity: 'page',
      metric: new MathExpression({
        // Without FILL, a metric without data would leave the quotient without data.
        expression:
          'IF(FILL(messages, 0) + FILL(connects, 0) > 0, 100 * (FILL(failed, 0) + FILL(refused, 0)) / (FILL(messages, 0) + FILL(connects, 0)), 0)',
        label: 'Percent of realtime messages and connections that failed',
        period: Duration.minutes(5),
        usingMetrics: {
          failed: metric('IntegrationError'),
          refused: metric('ExecutionError'),
          messages: metric('MessageCount'),
          connects: metric('ConnectCount'),
        },
      }),
      threshold: 0.5,
      ...lasting,
      impact:
        'More than one in two hundred messages or connections of realtime sessions fails, so clients reconnect and send again.',
      firstLook:
        'the access log of the stage realtime for its integrationError: its routeKey names the function whose log to open.',
    });
  }
}

// For privacy, the log has no headers and no query, in which clients send credentials and ids.
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: '$context.requestId',
    time: '$context.requestTime',
    connectionId: '$context.connectionId',
    eventType: '$context.eventType',
    routeKey: '$context.routeKey',
    status: '$context.status',
    latencyMs: '$context.integrationLatency',
    integrationError: '$context.integrationErrorMessage',
  }),
);
