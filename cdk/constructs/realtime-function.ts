import { Duration, Validations } from 'aws-cdk-lib/core';
import { type IWebSocketApi, WebSocketRoute } from 'aws-cdk-lib/aws-apigatewayv2';
import { WebSocketLambdaAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { WebSocketLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { realtimeRoutes, type RealtimeRoute } from '#functions/realtime-routes.ts';
import type { Access } from './access.ts';
import type { OnCall } from './alarm.ts';
import { pinLogicalId } from './pin-logical-id.ts';
import { ServiceFunction } from './service-function.ts';

type RealtimeFunctionProps = {
  readonly api: IWebSocketApi;
  readonly access: readonly Access[];
  readonly impact: string;
  /** Decides who may connect. Only the route `$connect` has one. */
  readonly authorizer?: ServiceFunction;
  readonly logRetention: RetentionDays;
};

// Slightly less than API Gateway's own limit of 29 s.
export const realtimeTimeout = Duration.seconds(28);

/** The function of one route of the WebSocket API. */
export class RealtimeFunction extends ServiceFunction {
  readonly route: WebSocketRoute;

  constructor(scope: Construct, key: RealtimeRoute, props: RealtimeFunctionProps) {
    const { api, access, impact, authorizer, logRetention } = props;
    const file = realtimeRoutes[key];
    const id = idOf(key);
    super(scope, `${id}Handler`, {
      file,
      access,
      logRetention,
      timeout: realtimeTimeout,
      onCall: realtimeOnCall(impact, file),
    });
    this.route = new WebSocketRoute(scope, `${id}Route`, {
      webSocketApi: api,
      routeKey: key,
      integration: new WebSocketLambdaIntegration('Integration', this),
      ...(authorizer && {
        // There are no identity sources, because they would make one of the two ways to send a credential mandatory.
        authorizer: new WebSocketLambdaAuthorizer('Authorizer', authorizer, { identitySource: [] }),
      }),
    });
    // To replace a route, CloudFormation first creates the new one. API Gateway refuses it while the old one has the same key.
    pinLogicalId(this.route, `${id}Route`);
    if (authorizer) return;
    Validations.of(this.route).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'A WebSocket API authorizes its clients when they connect, and only then.',
    });
  }
}

export const realtimeOnCall = (impact: string, file: string): OnCall => ({
  impact,
  firstLook: `the log of ${file.replace(/\.ts$/, '')}, with \`filter message = "invocation.crashed"\`.`,
});

/** `$connect` becomes `RealtimeConnect`. */
const idOf = (key: RealtimeRoute): string => `Realtime${key.charAt(1).toUpperCase()}${key.slice(2)}`;
