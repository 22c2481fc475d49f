import { Duration, Validations } from 'aws-cdk-lib/core';
import { HttpMethod, HttpRoute, HttpRouteKey, type HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import * as z from 'zod';
import type { Route } from '#functions/routes.ts';
import type { Access } from './access.ts';
import { ServiceFunction } from './service-function.ts';

type RouteFunctionProps = {
  readonly api: HttpApi;
  readonly key: HttpRouteKey;
  /** Relative to functions/. */
  readonly file: string;
  readonly access: readonly Access[];
  /** Keeps so many executions for this function, and gives it no more; undefined lets it take from the rest. */
  readonly reservedConcurrency?: number | undefined;
  readonly logRetention: RetentionDays;
};

/** The function that answers one route of an HTTP API. */
export class RouteFunction extends ServiceFunction {
  readonly route: HttpRoute;

  constructor(scope: Construct, { api, key, reservedConcurrency, ...props }: RouteFunctionProps) {
    const id = idOf(props.file);
    super(scope, id, {
      ...props,
      ...(reservedConcurrency !== undefined && { reservedConcurrentExecutions: reservedConcurrency }),
      // Just less than the 30 s after which API Gateway itself gives up.
      timeout: Duration.seconds(29),
      onCall: {
        impact: `Callers of ${key.key} get an error.`,
        firstLook: `the log of ${props.file}, by the request id of an answer with status 500.`,
      },
    });
    this.route = new HttpRoute(scope, `${id}Route`, {
      httpApi: api,
      routeKey: key,
      integration: new HttpLambdaIntegration(id, this),
    });
    Validations.of(this.route).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason:
        'The functions check keys and sessions themselves against the table, so that what is revoked stops working at once.',
    });
  }
}

/** "GET /v1/files" as CDK knows it. */
export const routeKey = (route: Route): HttpRouteKey => {
  const [method, path] = z.tuple([z.enum(HttpMethod), z.string()]).parse(route.split(' '));
  return HttpRouteKey.with(path, method);
};

/** `api/transcriptions/create.ts` becomes `ApiTranscriptionsCreate`. */
const idOf = (file: string) =>
  file.replace(/\.ts$/, '').replaceAll(/(?:^|[/-])(\w)/g, (_, letter: string) => letter.toUpperCase());
