import { expect, test } from 'vitest';
import { httpApi } from '#local/gateway/from-template.ts';
import { deploy } from '#local/template/deployment.ts';
import { webSocketApi } from '#local/websocket/from-template.ts';
import { localPlace as place } from '../../support/local-place.ts';

const apiArn = 'arn:aws:execute-api:us-east-1:000000000000:s-api';

type Resources = Record<string, { readonly Type: string; readonly Properties: Record<string, unknown> }>;
const resource = (type: string, Properties: Record<string, unknown>) => ({
  Type: `AWS::${type}`,
  Properties,
});
const uri = (arn: unknown) => ({
  'Fn::Join': ['', ['arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/', arn, '/invocations']],
});
const permission = (SourceArn: string) =>
  resource('Lambda::Permission', {
    FunctionName: { 'Fn::GetAtt': ['Fn', 'Arn'] },
    Principal: 'apigateway.amazonaws.com',
    SourceArn,
  });

/** The template that CDK generates for an API with `$connect` and `$default`. */
const resources: Resources = {
  Fn: resource('Lambda::Function', {}),
  Api: resource('ApiGatewayV2::Api', {
    ProtocolType: 'WEBSOCKET',
    RouteSelectionExpression: '$request.body.type',
  }),
  Stage: resource('ApiGatewayV2::Stage', { ApiId: { Ref: 'Api' }, StageName: 'live', AutoDeploy: true }),
  Authorizer: resource('ApiGatewayV2::Authorizer', {
    ApiId: { Ref: 'Api' },
    AuthorizerType: 'REQUEST',
    AuthorizerUri: uri({ 'Fn::GetAtt': ['Fn', 'Arn'] }),
  }),
  Integration: resource('ApiGatewayV2::Integration', {
    ApiId: { Ref: 'Api' },
    IntegrationType: 'AWS_PROXY',
    IntegrationUri: uri({ 'Fn::GetAtt': ['Fn', 'Arn'] }),
  }),
  Connect: resource('ApiGatewayV2::Route', {
    ApiId: { Ref: 'Api' },
    RouteKey: '$connect',
    AuthorizationType: 'CUSTOM',
    AuthorizerId: { Ref: 'Authorizer' },
    Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] },
  }),
  Default: resource('ApiGatewayV2::Route', {
    ApiId: { Ref: 'Api' },
    RouteKey: '$default',
    AuthorizationType: 'NONE',
    Target: { 'Fn::Join': ['', ['integrations/', { Ref: 'Integration' }]] },
  }),
  MayConnect: permission(`${apiArn}/*$connect`),
  MayReceive: permission(`${apiArn}/*$default`),
  MayAuthorize: permission(`${apiArn}/authorizers/s-authorizer`),
};

const deployed = (changed: Resources = {}) =>
  deploy(
    {
      stacks: [{ name: 'S', Resources: { ...resources, ...changed }, Outputs: {} }],
      assetPath: new Map(),
    },
    place,
  );

const withProperties = (name: string, properties: Record<string, unknown>): Resources => {
  const { Type = '', Properties = {} } = resources[name] ?? {};
  return { [name]: { Type, Properties: { ...Properties, ...properties } } };
};

test('the API of a template has its stage, selector, authorizer and functions by route', () => {
  const integration = { functionName: 's-fn', timeoutMs: 29_000 };
  expect(webSocketApi(deployed())).toEqual({
    apiId: 's-api',
    arn: apiArn,
    stage: 'live',
    selector: 'type',
    authorizer: 's-fn',
    connect: integration,
    routes: new Map([
      ['$connect', integration],
      ['$default', integration],
    ]),
  });
});

test('a template without a WebSocket API has none', () => {
  const none = { Api: resource('Other', {}) };
  expect(webSocketApi(deployed(none))).toBeUndefined();
});

test('a WebSocket API without a stage, as without realtime sessions, is not served', () => {
  const unpublished = Object.fromEntries(Object.keys(resources).map((id) => [id, resource('Other', {})]));
  const { Api = resource('Other', {}) } = resources;
  expect(webSocketApi(deployed({ ...unpublished, Api }))).toBeUndefined();
});

test('an HTTP API beside a WebSocket API has only its own routes', () => {
  const http = { Http: resource('ApiGatewayV2::Api', { ProtocolType: 'HTTP' }) };
  expect(httpApi(deployed(http))).toMatchObject({ apiId: 's-http', routes: [] });
});

test.each<[string, Resources, RegExp]>([
  [
    'no permission for a route',
    { MayReceive: resource('Other', {}) },
    /No permission.*\/live\/\$default invoke s-fn/,
  ],
  [
    'no permission for the authorizer',
    { MayAuthorize: resource('Other', {}) },
    /No permission.*\/authorizers\/s-authorizer invoke s-fn/,
  ],
  ['no route for connections', { Connect: resource('Other', {}) }, /no route \$connect/],
  ['a stage that is not deployed', withProperties('Stage', { AutoDeploy: false }), /AutoDeploy/],
  ['a second stage', { More: resources['Stage'] ?? resource('', {}) }, /have one stage/],
  [
    'connections without an authorizer',
    withProperties('Connect', { AuthorizationType: 'NONE' }),
    /AuthorizationType/,
  ],
  [
    'an authorizer that needs a header',
    withProperties('Authorizer', { IdentitySource: ['route.request.header.Authorization'] }),
    /identity sources are not supported/,
  ],
  [
    'a route that replies',
    withProperties('Default', { RouteResponseSelectionExpression: '$default' }),
    /replies of routes are not supported/,
  ],
  [
    'an integration that is no function',
    withProperties('Integration', { IntegrationType: 'MOCK' }),
    /MOCK|AWS_PROXY/,
  ],
  [
    'a selector that is not a member of the message',
    withProperties('Api', { RouteSelectionExpression: '$request.header.type' }),
    /RouteSelectionExpression/,
  ],
])('a template with %s fails at start', (_, changed, message) => {
  expect(() => webSocketApi(deployed(changed))).toThrow(message);
});
