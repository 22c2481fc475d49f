import { Duration, Validations } from 'aws-cdk-lib/core';
import {
  CfnIntegration,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type HttpApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import * as z from 'zod';
import type { Route } from '#functions/routes.ts';
import type { Access } from './access.ts';
import { released } from './canary.ts';
import { pinLogicalId } from './pin-logical-id.ts';
import { ServiceFunction } from './service-function.ts';
import { watchRoute } from './watch-route.ts';

type RouteFunctionProps = {
  readonly api: HttpApi;
  readonly key: HttpRouteKey;
  /** Relative to functions/. */
  readonly file: string;
  readonly access: readonly Access[];
  /** False if the deployment does not offer what the route is for. It then answers 501, and no alarm watches it. */
  readonly isOffered?: boolean;
  /** Whether a slow answer is expected: the route waits for a job to end, or for the payment provider. */
  readonly mayBeSlow?: boolean;
  /** Whether the route also answers HEAD. API Gateway then sends only the headers of its answer. */
  readonly answersHead?: boolean;
  /** Guaranteed concurrent executions, which are also the limit. Without a value, the function uses the shared pool. */
  readonly reservedConcurrency?: number | undefined;
  readonly logRetention: RetentionDays;
};

/** The function that answers one route of an HTTP API. */
export class RouteFunction extends ServiceFunction {
  readonly route: HttpRoute;

  constructor(scope: Construct, given: RouteFunctionProps) {
    const { api, key, reservedConcurrency, ...rest } = given;
    const { isOffered = true, mayBeSlow = false, answersHead = false, ...props } = rest;
    const id = idOf(key);
    // Metrics per route exist only for routes with a method and a path.
    const isNamed = key !== HttpRouteKey.DEFAULT;
    super(scope, `${id}Handler`, {
      ...props,
      alarms: isNamed ? 'none' : 'own',
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      // Slightly less than API Gateway's own limit of 30 s.
      timeout: Duration.seconds(29),
      onCall: {
        impact: `Callers of ${key.key} get an error.`,
        firstLook: `the log of ${props.file}, by the request id of an answer with status 500.`,
      },
    });
    const failing = isNamed && isOffered && watchRoute(this, { api, key, file: props.file, mayBeSlow });
    const integration = new HttpLambdaIntegration('Integration', failing ? released(this, failing) : this);
    const routeOf = (name: string, routeKey: HttpRouteKey) => {
      const route = new HttpRoute(scope, name, { httpApi: api, routeKey, integration });
      // To replace a route, CloudFormation first creates the new one. API Gateway refuses it while the old one has the same key.
      pinLogicalId(route, name);
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason:
          'The functions check keys and sessions against the table, so that a revocation works at once.',
      });
      return route;
    };
    this.route = routeOf(`${id}Route`, key);
    permitFirst(this.route);
    if (answersHead) routeOf(`${id}HeadRoute`, HttpRouteKey.with(key.path ?? '', HttpMethod.HEAD));
  }
}

/**
 * Changes the permission of a route before its integration. With the setting `release` both move between the function and its
 * alias, and API Gateway answers 500 as long as it calls one that it may not call.
 */
const permitFirst = (route: HttpRoute): void => {
  const resources = route.node.findAll();
  const permissions = resources.filter((resource) => CfnPermission.isCfnPermission(resource));
  for (const integration of resources.filter((resource) => CfnIntegration.isCfnIntegration(resource)))
    for (const permission of permissions) integration.addResourceDependency(permission);
};

/** Parses a route such as "GET /v1/files". */
export const routeKey = (route: Route): HttpRouteKey => {
  const [method, path] = z.tuple([z.enum(HttpMethod), z.string()]).parse(route.split(' '));
  return HttpRouteKey.with(path, method);
};

/** `GET /v1/files/{file_id}` becomes `GetV1FilesFileId`. The id depends on the route only, so renaming its file keeps it. */
const idOf = (key: HttpRouteKey) =>
  key.key
    .split(/[^a-zA-Z\d]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
