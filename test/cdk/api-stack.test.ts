import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { headKeyOf, isPublished, isRoute, routes } from '#functions/routes.ts';
import { fileOf, synthesize } from '../support/templates.ts';

const templates = synthesize();
const ofHttpApi = (type: string) => templates.ofType(type).filter(({ stack }) => stack !== 'EarshotRealtime');

/** The handler file of each route of the template. */
const handlerOf: Record<string, string> = Object.fromEntries(
  ofHttpApi('AWS::ApiGatewayV2::Route').map(({ Properties }) => {
    const integrationId = Properties['Target']['Fn::Join'][1][1];
    const integration = templates.resources.find(({ id }) => id === integrationId.Ref);
    return [Properties['RouteKey'], fileOf(templates.target(integration?.Properties['IntegrationUri']))];
  }),
);

const published = Object.keys(routes).filter(isRoute).filter(isPublished);

test('every route calls its own handler, also for HEAD where anybody may read, and all other paths call api/unmatched', () => {
  expect(handlerOf).toEqual({
    ...Object.fromEntries(Object.entries(routes).map(([route, { file }]) => [route, file])),
    ...Object.fromEntries(published.map((route) => [headKeyOf(route), routes[route].file])),
    $default: 'api/unmatched.ts',
  });
});

test('every file under functions/api and functions/platform is the handler of a route', () => {
  const files = globSync('{api,platform}/**/*.ts', {
    cwd: fileURLToPath(new URL('../../functions', import.meta.url)),
  });
  expect(files.toSorted()).toEqual([...new Set(Object.values(handlerOf))].toSorted());
});

test('functions get payload format 2.0 and time out before API Gateway does', () => {
  for (const { Properties } of ofHttpApi('AWS::ApiGatewayV2::Integration')) {
    expect(Properties['PayloadFormatVersion']).toBe('2.0');
    expect(templates.target(Properties['IntegrationUri']).Properties['Timeout']).toBeLessThan(30);
  }
});

test('only this API may call its functions, and needs one permission for a route and its HEAD', () => {
  const permissions = templates
    .ofType('AWS::Lambda::Permission')
    .filter(({ stack }) => ['EarshotApi', 'EarshotPeople', 'EarshotConsole'].includes(stack));
  expect(
    permissions.map(({ Properties }) => fileOf(templates.target(Properties['FunctionName']))).toSorted(),
  ).toEqual([...new Set(Object.values(handlerOf))].toSorted());
  for (const { Properties } of permissions)
    expect(JSON.stringify(Properties['SourceArn'])).toContain('execute-api');
});

const [stage] = ofHttpApi('AWS::ApiGatewayV2::Stage');

test('the API has throttles and an access log without query, address or headers', () => {
  const settings = stage?.Properties['DefaultRouteSettings'];
  expect(settings.ThrottlingRateLimit).toBeGreaterThan(0);
  expect(settings.ThrottlingBurstLimit).toBeGreaterThan(0);
  const format = stage?.Properties['AccessLogSettings'].Format;
  expect(format).toContain('$context.requestId');
  expect(format).not.toMatch(/query|identity|path|header|authorizer/i);
});

describe('a route without credentials', () => {
  const { RouteSettings: throttles, DefaultRouteSettings: defaults } = stage?.Properties ?? {};

  test('a route without credentials has a throttle far below that of the API, so that a flood slows down no customer', () => {
    for (const throttle of Object.values<Record<string, number>>(throttles)) {
      expect(10 * (throttle['ThrottlingRateLimit'] ?? Infinity)).toBeLessThan(defaults.ThrottlingRateLimit);
      expect(10 * (throttle['ThrottlingBurstLimit'] ?? Infinity)).toBeLessThan(defaults.ThrottlingBurstLimit);
    }
  });

  test('all public routes and the default route have the throttle of routes without credentials', () => {
    const publicRoutes = Object.entries(routes).filter(([, { audience }]) => audience === 'public');
    expect(Object.keys(throttles).toSorted()).toEqual(
      ['$default', ...publicRoutes.map(([route]) => route), ...published.map(headKeyOf)].toSorted(),
    );
  });

  test('a route without credentials has the same metrics as other routes', () => {
    for (const settings of Object.values(throttles))
      expect(settings).toMatchObject({ DetailedMetricsEnabled: defaults.DetailedMetricsEnabled });
  });

  test('a route is created before its throttle, because AWS refuses throttles of missing routes', () => {
    const ids = templates
      .ofType('AWS::ApiGatewayV2::Route')
      .filter((route) => route.stack === stage?.stack)
      .map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(ids));
    // The other routes are in a stack that is deployed before this one.
    expect(templates.stacks.find((one) => one.stack === stage?.stack)?.dependsOn).toContain('EarshotApi');
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

  test('only creating and polling jobs, calls that wait for one, sign-in, payments, runners and helpers have reserved concurrency', () => {
    expect(reserved).toEqual({
      'api/audio/create-transcription.ts': 16,
      'api/audio/create-translation.ts': 4,
      'api/realtime-sessions/list-events.ts': 20,
      'api/transcription-uploads/create.ts': 60,
      'api/transcriptions/create.ts': 60,
      'api/transcriptions/get.ts': 80,
      'platform/transcriptions/get.ts': 20,
      'platform/sign-in/start.ts': 6,
      'platform/sign-in/callback.ts': 6,
      'platform/billing/create-checkout.ts': 4,
      'platform/billing/receive-event.ts': 4,
      'workers/run-session.ts': 50,
      'workers/recognize-waiting.ts': 336,
      'workers/split-waiting.ts': 50,
    });
  });
});

test('the base URL is an output', () => {
  expect(templates.stacks.find(({ stack }) => stack === 'EarshotApi')?.Outputs).toHaveProperty('BaseUrl');
});
