import * as z from 'zod';
import { apisOf, resourcesOf } from '../gateway/apis.ts';
import type { Integration } from '../gateway/invoke.ts';
import type { Deployment, Resource } from '../template/deployment.ts';
import { requirePermission } from '../template/permissions.ts';

export type WebSocketApi = {
  readonly apiId: string;
  /** `arn:aws:execute-api:<region>:<account>:<api>` */
  readonly arn: string;
  readonly stage: string;
  /** The member of a message that names its route. */
  readonly selector: string;
  /** The function that decides who may connect. */
  readonly authorizer: string;
  readonly connect: Integration;
  /** The integrations by route key. */
  readonly routes: ReadonlyMap<string, Integration>;
};

// Literals list what is supported here. Any other value fails at start instead of being ignored.
const Api = z.object({ RouteSelectionExpression: z.string().regex(/^\$request\.body\.\w+$/) });
const Stage = z.object({ StageName: z.string(), AutoDeploy: z.literal(true) });
const RouteProperties = z.object({
  RouteKey: z.string(),
  Target: z.string().transform((target) => target.replace(/^integrations\//, '')),
  RouteResponseSelectionExpression: z.never('replies of routes are not supported here').optional(),
});
const Authorized = z.object({ AuthorizationType: z.literal('CUSTOM'), AuthorizerId: z.string() });
const Unauthorized = z.object({ AuthorizationType: z.literal('NONE') });
const FunctionUri = z
  .string()
  .regex(/^arn:aws:apigateway:[\w-]+:lambda:path\/2015-03-31\/functions\/[^/]+\/invocations$/)
  .transform((uri) => uri.split('/')[3] ?? '');
const IntegrationProperties = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: FunctionUri,
  TimeoutInMillis: z.number().default(29_000),
});
const AuthorizerProperties = z.object({
  AuthorizerType: z.literal('REQUEST'),
  AuthorizerUri: FunctionUri,
  IdentitySource: z.array(z.string()).max(0, 'identity sources are not supported here').default([]),
});

/**
 * The only WebSocket API of the template. Undefined if there is none with a stage. Throws if the API may not invoke one of its
 * functions.
 */
export const webSocketApi = (deployment: Deployment): WebSocketApi | undefined => {
  const [api, ...more] = apisOf(deployment, 'WEBSOCKET');
  if (!api) return undefined;
  const [stage, ...moreStages] = resourcesOf(deployment, api, 'AWS::ApiGatewayV2::Stage');
  if (more.length + moreStages.length > 0)
    throw new Error('A WebSocket API must be the only one of the template, and have one stage.');
  if (!stage) return undefined;
  const { StageName } = stage.properties(Stage);
  const { region, accountId } = deployment.place;
  const arn = `arn:aws:execute-api:${region}:${accountId}:${api.name}`;
  const resources = resourcesOf(deployment, api, 'AWS::ApiGatewayV2::Route');
  const connectRoute = resources.find(isConnect);
  const routes = new Map(resources.map((route) => integrationOf(deployment, route, `${arn}/${StageName}`)));
  const connect = routes.get('$connect');
  if (!connectRoute || !connect) throw new Error('The WebSocket API has no route $connect.');
  return {
    apiId: api.name,
    arn,
    stage: StageName,
    selector: api.properties(Api).RouteSelectionExpression.slice('$request.body.'.length),
    authorizer: authorizerOf(deployment, connectRoute, arn),
    connect,
    routes,
  };
};

const isConnect = (route: Resource): boolean => route.properties(RouteProperties).RouteKey === '$connect';

const integrationOf = (
  deployment: Deployment,
  route: Resource,
  stageArn: string,
): [key: string, Integration] => {
  const { RouteKey, Target } = route.properties(RouteProperties);
  if (!isConnect(route)) route.properties(Unauthorized);
  const integration = deployment.find('AWS::ApiGatewayV2::Integration', Target);
  const { IntegrationUri, TimeoutInMillis } = integration.properties(IntegrationProperties);
  const functionName = invokable(deployment, IntegrationUri, `${stageArn}/${RouteKey}`);
  return [RouteKey, { functionName, timeoutMs: TimeoutInMillis }];
};

const authorizerOf = (deployment: Deployment, connect: Resource, apiArn: string): string => {
  const { AuthorizerId } = connect.properties(Authorized);
  const authorizer = deployment.find('AWS::ApiGatewayV2::Authorizer', AuthorizerId);
  const { AuthorizerUri } = authorizer.properties(AuthorizerProperties);
  return invokable(deployment, AuthorizerUri, `${apiArn}/authorizers/${AuthorizerId}`);
};

/** The name of a function, if the caller `arn` may invoke it. */
const invokable = (deployment: Deployment, functionArn: string, arn: string): string => {
  const { name } = deployment.find('AWS::Lambda::Function', functionArn);
  requirePermission(deployment, name, { principal: 'apigateway.amazonaws.com', arn });
  return name;
};
