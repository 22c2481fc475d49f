import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
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

const [stage] = templates.ofType('AWS::ApiGatewayV2::Stage');

test('a flood is throttled, and each request is logged without query, address or headers', () => {
  const settings = stage?.Properties['DefaultRouteSettings'];
  expect(settings.ThrottlingRateLimit).toBeGreaterThan(0);
  expect(settings.ThrottlingBurstLimit).toBeGreaterThan(0);
  const format = stage?.Properties['AccessLogSettings'].Format;
  expect(format).toContain('$context.requestId');
  expect(format).not.toMatch(/query|identity|path|header|authorizer/i);
});

describe('a route that asks for no credentials', () => {
  const { RouteSettings: throttles, DefaultRouteSettings: whole } = stage?.Properties ?? {};

  test('has a throttle far below that of the whole API, so that a flood of it slows no customer down', () => {
    for (const throttle of Object.values<Record<string, number>>(throttles)) {
      expect(10 * (throttle['ThrottlingRateLimit'] ?? Infinity)).toBeLessThan(whole.ThrottlingRateLimit);
      expect(10 * (throttle['ThrottlingBurstLimit'] ?? Infinity)).toBeLessThan(whole.ThrottlingBurstLimit);
    }
  });

  test('is any of the public routes of API and console, or what no route fits', () => {
    const publicRoutes = Object.entries(routes).filter(([, { audience }]) => audience === 'public');
    expect(Object.keys(throttles).toSorted()).toEqual(
      ['$default', ...publicRoutes.map(([route]) => route)].toSorted(),
    );
  });

  test('is counted in the metrics like any other', () => {
    for (const settings of Object.values(throttles))
      expect(settings).toMatchObject({ DetailedMetricsEnabled: whole.DetailedMetricsEnabled });
  });

  test('exists before its throttle does, without which AWS refuses the stage', () => {
    const ids = templates
      .ofType('AWS::ApiGatewayV2::Route')
      .filter((route) => route.stack === stage?.stack)
      .map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(ids));
    // The other routes are in a stack that this one imports from, so they are there before it.
    expect(JSON.stringify(stage?.Properties['ApiId'])).toContain('EarshotApi:');
  });
});

describe('reserved concurrency', () => {
  const reserved = Object.fromEntries(
    templates
      .ofType('AWS::Lambda::Function')
      .flatMap((fn) =>
        fn.Properties['ReservedConcurrentExecutions'] === undefined
          ? []
          : [[fileOf(fn), fn.Properties['ReservedConcurrentExecutions']]],
      ),
  );

  test('is for creating and polling jobs, for signing in and for payments', () => {
    expect(reserved).toEqual({
      'api/transcription-uploads/create.ts': 60,
      'api/transcriptions/create.ts': 60,
      'api/transcriptions/get.ts': 80,
      'platform/transcriptions/get.ts': 20,
      'platform/sign-in/start.ts': 6,
      'platform/sign-in/callback.ts': 6,
      'platform/billing/create-checkout.ts': 4,
      'platform/billing/receive-event.ts': 4,
    });
  });
});

test('the base URL is an output', () => {
  expect(templates.stacks.find(({ stack }) => stack === 'EarshotApi')?.Outputs).toHaveProperty('BaseUrl');
});
