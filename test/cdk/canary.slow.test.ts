import { expect, test } from 'vitest';
import { settingSamples } from '../support/setting-samples.ts';
import { synthesize } from '../support/templates.ts';

const templates = synthesize({ release: 'canary' });
const aliases = templates.stacks.flatMap(({ stack, Resources }) =>
  Object.entries(Resources)
    .filter(([, { Type }]) => Type === 'AWS::Lambda::Alias')
    .map(([id]) => ({ stack, id })),
);

test('every route that the deployment offers and every worker of a queue is called by an alias', () => {
  const called = [
    ...templates
      .ofType('AWS::ApiGatewayV2::Integration')
      .map(({ Properties }) => Properties['IntegrationUri']),
    ...templates
      .ofType('AWS::Lambda::EventSourceMapping')
      .map(({ Properties }) => Properties['FunctionName']),
  ].map((target) => JSON.stringify(target));
  const direct = called.filter((target) => !aliases.some(({ id }) => target.includes(`"${id}"`)));
  // These are the route of all other paths, six routes that answer that nothing is sold, three of the WebSocket API, and four
  // mappings of dead letters.
  expect(direct).toHaveLength(1 + 6 + 3 + 4);
  expect(aliases.length).toBe(called.length - direct.length);
});

test('a new version gets a tenth of the calls, and is taken back when the alarm on its failures is raised', () => {
  const groups = templates.ofType('AWS::CodeDeploy::DeploymentGroup');
  expect(groups).toHaveLength(aliases.length);
  for (const { Properties } of groups) {
    expect(Properties).toMatchObject({
      DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent15Minutes',
      AutoRollbackConfiguration: {
        Enabled: true,
        Events: expect.arrayContaining(['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM']),
      },
      AlarmConfiguration: { Enabled: true },
    });
    const [alarm] = Properties['AlarmConfiguration'].Alarms;
    expect(templates.target(alarm.Name).id).toMatch(/Failing|Errors/);
  }
});

test('every deployment group has a name of its own that CodeDeploy takes, also for the longest route', () => {
  const groups = templates.ofType('AWS::CodeDeploy::DeploymentGroup');
  const names = groups.map(({ stack, Properties }) => `${stack}/${Properties['DeploymentGroupName']}`);
  expect(new Set(names).size).toBe(groups.length);
  for (const name of names) expect(name.replace(/.*\//, '')).toMatch(/^(?!undefined)[\w-]{1,100}$/);
});

test.each([
  ['the functions', synthesize()],
  ['their aliases', templates],
])('when routes change to call %s, API Gateway may call each before its integration does', (_, app) => {
  const integrations = app
    .ofType('AWS::ApiGatewayV2::Integration')
    .filter(({ stack }) => stack !== 'EarshotRealtime');
  expect(integrations.length).toBeGreaterThan(50);
  for (const { stack, Properties, DependsOn } of integrations) {
    const permitted = app
      .ofType('AWS::Lambda::Permission')
      .filter((permission) => permission.stack === stack && DependsOn.includes(permission.id))
      .map((permission) => JSON.stringify(permission.Properties['FunctionName']));
    expect(permitted.some((target) => JSON.stringify(Properties['IntegrationUri']).includes(target))).toBe(
      true,
    );
  }
});

test('every stack has room for a few more routes below the 500 resources that CloudFormation takes, even with every setting', () => {
  const everything = synthesize({
    ...settingSamples,
    helpers: 'on',
    decoderNetwork: 'isolated',
    realtime: 'on',
  });
  for (const { Resources } of everything.stacks)
    expect(Object.keys(Resources).length).toBeLessThanOrEqual(430);
});
