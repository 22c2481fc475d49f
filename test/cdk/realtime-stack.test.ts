import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { realtimeAuthorizer, realtimeRoutes } from '#functions/realtime-routes.ts';
import { customized, fileOf, type Resource, synthesize } from '../support/templates.ts';

const templates = synthesize();
const own = (type: string): readonly Resource[] =>
  templates.ofType(type).filter(({ stack }) => stack === 'EarshotRealtime');
const functionOf = (file: string) => own('AWS::Lambda::Function').find((fn) => fileOf(fn) === file);

/** The function behind a URI of API Gateway. */
const calledBy = (uri: { 'Fn::Join': [string, unknown[]] }): string => {
  const reference = uri['Fn::Join'][1].find(
    (part) => typeof part === 'object' && JSON.stringify(part).includes('Arn'),
  );
  return fileOf(templates.target(reference));
};

describe('the WebSocket API', () => {
  const routes = own('AWS::ApiGatewayV2::Route').map(({ Properties }) => Properties);
  const [stage] = own('AWS::ApiGatewayV2::Stage');

  test('every route calls its own handler, and a message is routed by its type', () => {
    const handlers = routes.map(({ RouteKey, Target }) => {
      const integration = templates.resources.find(({ id }) => id === Target['Fn::Join'][1][1].Ref);
      return [RouteKey, calledBy(integration?.Properties['IntegrationUri'])];
    });
    expect(Object.fromEntries(handlers)).toEqual(realtimeRoutes);
    expect(templates.target(stage?.Properties['ApiId']).Properties).toMatchObject({
      RouteSelectionExpression: '$request.body.type',
    });
  });

  test('every handler under functions/realtime is one of the API', () => {
    const cwd = fileURLToPath(new URL('../../functions', import.meta.url));
    const handlers = globSync('realtime/*.ts', { cwd }).filter((file) =>
      readFileSync(join(cwd, file), 'utf8').includes('export const handler'),
    );
    expect(handlers.toSorted()).toEqual([...Object.values(realtimeRoutes), realtimeAuthorizer].toSorted());
  });

  test('clients are authorized when they connect, by header or by subprotocol', () => {
    const [authorizer] = own('AWS::ApiGatewayV2::Authorizer');
    expect(calledBy(authorizer?.Properties['AuthorizerUri'])).toBe(realtimeAuthorizer);
    // An identity source would refuse clients without that header before the function is asked.
    expect(authorizer?.Properties['IdentitySource'] ?? []).toEqual([]);
    const connect = routes.find(({ RouteKey }) => RouteKey === '$connect');
    expect(connect).toMatchObject({ AuthorizationType: 'CUSTOM', AuthorizerId: { Ref: authorizer?.id } });
  });

  test('functions time out before API Gateway does', () => {
    for (const file of [...Object.values(realtimeRoutes), realtimeAuthorizer])
      expect(functionOf(file)?.Properties['Timeout']).toBeLessThan(29);
  });

  test('the access log has no headers, no query, no address and nothing of the authorizer', () => {
    const format = stage?.Properties['AccessLogSettings'].Format;
    expect(format).toContain('$context.requestId');
    expect(format).not.toMatch(/query|identity|path|header|authorizer/i);
  });

  test('AWS lets the stage log, and knows its routes before their throttles', () => {
    const ids = [...own('AWS::ApiGateway::Account'), ...own('AWS::ApiGatewayV2::Route')].map(({ id }) => id);
    expect(stage?.DependsOn).toEqual(expect.arrayContaining(ids));
  });

  test('the setting that lets API Gateway log outlives the stack, because it is the account’s', () => {
    const [account] = own('AWS::ApiGateway::Account');
    const role = templates.target(account?.Properties['CloudWatchRoleArn']);
    for (const kept of [account, role])
      expect(kept).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
  });

  test('the stage has room for as many sessions as the setting allows', () => {
    const [sized] = synthesize(customized)
      .ofType('AWS::ApiGatewayV2::Stage')
      .filter(({ stack: name }) => name === 'EarshotRealtime');
    const { DefaultRouteSettings, RouteSettings } = sized?.Properties ?? {};
    expect(DefaultRouteSettings).toMatchObject({
      ThrottlingRateLimit: 600,
      ThrottlingBurstLimit: 1_200,
      DetailedMetricsEnabled: true,
    });
    expect(RouteSettings).toEqual({
      $connect: { ThrottlingRateLimit: 30, ThrottlingBurstLimit: 60, DetailedMetricsEnabled: true },
    });
  });

  test('the address of realtime sessions is an output', () => {
    const { Outputs } = templates.stacks.find(({ stack: name }) => name === 'EarshotRealtime') ?? {};
    expect(Object.keys(Outputs ?? {})).toContain('RealtimeUrl');
  });
});

describe('the runner', () => {
  const runner = functionOf('workers/run-session.ts');

  test('the runner has one processor, 15 minutes and as many executions as sessions may be live', () => {
    const properties = { MemorySize: 1769, Timeout: 900 };
    expect(runner?.Properties).toMatchObject({ ...properties, ReservedConcurrentExecutions: 50 });
    const [customRunner] = synthesize(customized)
      .ofType('AWS::Lambda::Function')
      .filter((fn) => fileOf(fn) === 'workers/run-session.ts');
    expect(customRunner?.Properties).toMatchObject({ ReservedConcurrentExecutions: 30 });
  });

  test('a runner that fails is not started again by Lambda, nor after a minute of waiting', () => {
    const config = own('AWS::Lambda::EventInvokeConfig').find(
      ({ Properties }) => Properties['FunctionName'].Ref === runner?.id,
    );
    expect(config?.Properties).toMatchObject({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: 60,
    });
  });

  test('a long session may have more successors than Lambda allows to a loop', () => {
    expect(runner?.Properties).toMatchObject({ RecursiveLoop: 'Allow' });
  });

  test('alarms are raised before all sessions are taken, and when speakers wait for a runner', () => {
    const alarms = own('AWS::CloudWatch::Alarm').map(({ Properties }) => Properties);
    const Dimensions = [{ Name: 'FunctionName', Value: { Ref: runner?.id } }];
    expect(alarms).toContainEqual(
      expect.objectContaining({ MetricName: 'ConcurrentExecutions', Threshold: 40, Dimensions }),
    );
    const waiting = alarms.find(({ Metrics }) => JSON.stringify(Metrics ?? '').includes('AsyncEventAge'));
    expect(waiting).toMatchObject({ Threshold: 5_000 });
    const read = waiting?.['Metrics'].flatMap(({ MetricStat }: Record<string, any>) =>
      MetricStat ? [[MetricStat.Metric.MetricName, MetricStat.Metric.Dimensions]] : [],
    );
    // A start that is refused raises the alarm on throttles: one cause, one page.
    expect(read).toEqual([
      ['AsyncEventAge', Dimensions],
      ['Throttles', Dimensions],
    ]);
    expect(waiting?.['Metrics'][0].Expression).toBe('IF(FILL(throttles, 0) == 0, age, 0)');
  });
});

test('an alarm is raised when more than 0.5 % of messages and connections fail', () => {
  const alarm = own('AWS::CloudWatch::Alarm').find(({ id }) => id.startsWith('StageFailures'))?.Properties;
  expect(alarm).toMatchObject({ Threshold: 0.5, ComparisonOperator: 'GreaterThanThreshold' });
  const sources = alarm?.['Metrics'].flatMap(({ MetricStat }: Record<string, any>) =>
    MetricStat ? [MetricStat.Metric.MetricName] : [],
  );
  expect(sources).toEqual(['IntegrationError', 'ExecutionError', 'MessageCount', 'ConnectCount']);
});
