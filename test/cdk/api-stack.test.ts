import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '#functions/routes.ts';
import { fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize();

/** The file that answers each route of the template. */
const answeredBy: Record<string, string> = Object.fromEntries(
  templates.ofType('AWS::ApiGatewayV2::Route').map(({ Properties }) => {
    const integrationId = Properties['Target']['Fn::Join'][1][1];
    const integration = templates.resources.find(({ id }) => id === integrationId.Ref);
    return [Properties['RouteKey'], fileOf(templates.target(integration?.Properties['IntegrationUri']))];
  }),
);

test('the API answers every route of the table by its file, and everything else by api/unmatched', () => {
  expect(answeredBy).toEqual({
    ...Object.fromEntries(Object.entries(routes).map(([route, { file }]) => [route, file])),
    $default: 'api/unmatched.ts',
  });
});

test('every file under functions/api and functions/platform answers some route', () => {
  const files = globSync('{api,platform}/**/*.ts', {
    cwd: new URL('../../functions', import.meta.url).pathname,
  });
  expect(files.toSorted()).toEqual(Object.values(answeredBy).toSorted());
});

test('functions get payload format 2.0 and give up before API Gateway does', () => {
  for (const { Properties } of templates.ofType('AWS::ApiGatewayV2::Integration')) {
    expect(Properties['PayloadFormatVersion']).toBe('2.0');
    expect(templates.target(Properties['IntegrationUri']).Properties['Timeout']).toBeLessThan(30);
  }
});

test('the API may call each function, and only this API may', () => {
  const permissions = templates
    .ofType('AWS::Lambda::Permission')
    .filter(({ stack }) => ['EarshotApi', 'EarshotConsole'].includes(stack));
  expect(
    permissions.map(({ Properties }) => fileOf(templates.target(Properties['FunctionName']))).toSorted(),
  ).toEqual(Object.values(answeredBy).toSorted());
  for (const { Properties } of permissions)
    expect(JSON.stringify(Properties['SourceArn'])).toContain('execute-api');
});

test('a flood is throttled, and each request is logged without query, address or headers', () => {
  const [stage] = templates.ofType('AWS::ApiGatewayV2::Stage');
  const settings = stage?.Properties['DefaultRouteSettings'];
  expect(settings.ThrottlingRateLimit).toBeGreaterThan(0);
  expect(settings.ThrottlingBurstLimit).toBeGreaterThan(0);
  const format = stage?.Properties['AccessLogSettings'].Format;
  expect(format).toContain('$context.requestId');
  expect(format).not.toMatch(/query|identity|path|header|authorizer/i);
});

test('the base URL is an output', () => {
  expect(templates.stacks.find(({ stack }) => stack === 'EarshotApi')?.Outputs).toHaveProperty('BaseUrl');
});
