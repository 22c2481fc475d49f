import { Duration, Validations } from 'aws-cdk-lib/core';
import {
  CfnIntegration,
  CfnRoute,
  HttpMethod,
  HttpRoute,
  HttpRouteKey,
  type HttpApi,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct, IConstruct } from 'constructs';
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
    const { isOffered = true, answersHead = false, ...props } = rest;
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
    const failing = isNamed && isOffered && watchRoute(this, { api, key, file: props.file });
    this.route = new HttpRoute(scope, `${id}Route`, {
      httpApi: api,
      routeKey: key,
      integration: new HttpLambdaIntegration('Integration', failing ? released(this, failing) : this),
    });
    // To replace a route, CloudFormation first creates the new one. API Gateway refuses it while the old one has the same key.
    pinLogicalId(this.route, `${id}Route`);
    acknowledgeOpen(this.route);
    const integration = onlyOne(this.route, (node) => CfnIntegration.isCfnIntegration(node));
    // With the setting `release` both move between the function and its alias, and API Gateway answers 500 as long as it calls
    // one that it may not call.
    integration.addResourceDependency(onlyOne(this.route, (node) => CfnPermission.isCfnPermission(node)));
    if (!answersHead) return;
    // Not a HttpRoute, which would add the same permission once more: it names the path only.
    const head = new CfnRoute(scope, `${id}HeadRoute`, {
      apiId: api.apiId,
      routeKey: `HEAD ${key.path}`,
      target: `integrations/${integration.ref}`,
    });
    head.overrideLogicalId(`${id}HeadRoute`);
    acknowledgeOpen(head);
  }
}

const acknowledgeOpen = (route: Construct): void =>
  Validations.of(route).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason: 'The functions check keys and sessions against the table, so that a revocation works at once.',
  });

const onlyOne = <T extends IConstruct>(scope: Construct, isWanted: (node: IConstruct) => node is T): T => {
  const [found, ...more] = scope.node.findAll().filter(isWanted);
  if (!found || more.length > 0) throw new Error(`${scope.node.path} has ${more.length} of a kind too many`);
  return found;
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
