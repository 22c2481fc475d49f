import * as z from 'zod';
import type { Deployment } from '../template/deployment.ts';
import { requirePermission } from '../template/permissions.ts';
import { apisOf, resourcesOf } from './apis.ts';
import type { Integration } from './invoke.ts';
import type { Route } from './routes.ts';

export type HttpApi = {
  readonly apiId: string;
  readonly accountId: string;
  readonly routes: readonly Route<Integration>[];
};

// Literals list what is supported here. Any other value fails at start instead of being ignored.
const Api = z.object({ CorsConfiguration: z.never('CORS is not supported here').optional() });
const RouteProperties = z.object({
  RouteKey: z.string().regex(/^(\$default|(GET|HEAD|POST|PUT|PATCH|DELETE) \/[^+]*)$/),
  Target: z.string().transform((target) => target.replace(/^integrations\//, '')),
  AuthorizationType: z.literal('NONE').default('NONE'),
});
const IntegrationProperties = z.object({
  IntegrationType: z.literal('AWS_PROXY'),
  PayloadFormatVersion: z.literal('2.0'),
  IntegrationUri: z.string(),
  TimeoutInMillis: z.number().default(30_000),
});

/** The only HTTP API of the template. Throws if it may not invoke the function of a route. */
export const httpApi = (deployment: Deployment): HttpApi => {
  const [api, ...more] = apisOf(deployment, 'HTTP');
  if (!api || more.length > 0) throw new Error('The template must have exactly one HTTP API.');
  api.properties(Api);
  const { region, accountId } = deployment.place;
  const routes = resourcesOf(deployment, api, 'AWS::ApiGatewayV2::Route').map((resource) => {
    const { RouteKey: key, Target } = resource.properties(RouteProperties);
    const integration = deployment.find('AWS::ApiGatewayV2::Integration', Target);
    const { IntegrationUri, TimeoutInMillis } = integration.properties(IntegrationProperties);
    const functionName = deployment.find('AWS::Lambda::Function', IntegrationUri).name;
    requirePermission(deployment, functionName, {
      principal: 'apigateway.amazonaws.com',
      arn: `arn:aws:execute-api:${region}:${accountId}:${api.name}/$default/${key.replace(' ', '')}`,
    });
    return { key, target: { functionName, timeoutMs: TimeoutInMillis } };
  });
  return { apiId: api.name, accountId, routes };
};
