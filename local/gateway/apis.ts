import * as z from 'zod';
import type { Deployment, Resource } from '../template/deployment.ts';

const Protocol = z.object({ ProtocolType: z.enum(['HTTP', 'WEBSOCKET']) });
const OfApi = z.object({ ApiId: z.string() });

/** The APIs of the template with this protocol. */
export const apisOf = (
  deployment: Deployment,
  protocol: z.infer<typeof Protocol>['ProtocolType'],
): Resource[] =>
  deployment
    .ofType('AWS::ApiGatewayV2::Api')
    .filter((api) => api.properties(Protocol).ProtocolType === protocol);

/** The resources of a type, such as routes, that belong to an API. */
export const resourcesOf = (deployment: Deployment, api: Resource, type: string): Resource[] =>
  deployment.ofType(type).filter((resource) => resource.properties(OfApi).ApiId === api.name);
