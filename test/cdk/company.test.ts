import { describe, expect, test } from 'vitest';
import { grantsOf } from '../support/grants.ts';
import { settingSamples } from '../support/setting-samples.ts';
import { selling, synthesize } from '../support/templates.ts';

const outputsOf = ({ stacks }: ReturnType<typeof synthesize>) =>
  Object.fromEntries(
    stacks.flatMap(({ Outputs }) => Object.entries(Outputs).map(([name, { Value }]) => [name, Value])),
  );

/** The grants of each function that has access to data. */
const usersOfData = (templates: ReturnType<typeof synthesize>): readonly string[][] => {
  const users = templates
    .ofType('AWS::Lambda::Function')
    .map((fn) => [...grantsOf(fn, templates)])
    .filter((grants) => grants.some((grant) => /^(?:dynamodb|s3|sqs|secretsmanager):/.test(grant)));
  expect(users.length).toBeGreaterThan(40);
  return users;
};

describe('with a key of the company', () => {
  const { encryptionKeyArn, formerKeyArns } = settingSamples;
  const templates = synthesize({ ...selling, encryptionKeyArn, formerKeyArns });

  test('the key encrypts the table, the buckets with customers’ data, the queues and the secrets', () => {
    const [table] = templates.ofType('AWS::DynamoDB::Table');
    expect(table?.Properties['SSESpecification']).toMatchObject({ KMSMasterKeyId: encryptionKeyArn });
    const buckets = templates.ofType('AWS::S3::Bucket').filter(({ id }) => !id.startsWith('SiteFiles'));
    expect(buckets).toHaveLength(2);
    for (const { Properties } of buckets)
      expect(Properties['BucketEncryption'].ServerSideEncryptionConfiguration).toMatchObject([
        { BucketKeyEnabled: true, ServerSideEncryptionByDefault: { KMSMasterKeyID: encryptionKeyArn } },
      ]);
    for (const { Properties } of templates.ofType('AWS::SQS::Queue'))
      expect(Properties['KmsMasterKeyId']).toBe(encryptionKeyArn);
    const secrets = templates.ofType('AWS::SecretsManager::Secret');
    expect(secrets).toHaveLength(3);
    for (const { Properties } of secrets) expect(Properties['KmsKeyId']).toBe(encryptionKeyArn);
  });

  test('the key encrypts all log groups and the topic of alarms', () => {
    const logs = templates.ofType('AWS::Logs::LogGroup');
    expect(logs.length).toBeGreaterThan(40);
    for (const { Properties } of logs) expect(Properties['KmsKeyId']).toBe(encryptionKeyArn);
    const topics = templates.ofType('AWS::SNS::Topic');
    expect(topics).toHaveLength(1);
    for (const { Properties } of topics) expect(Properties['KmsMasterKeyId']).toBe(encryptionKeyArn);
  });

  test('every function that may use data may use the key, only through the services that keep it', () => {
    for (const grants of usersOfData(templates)) {
      const onKey = grants.filter((grant) => grant.includes(String(encryptionKeyArn)));
      expect(onKey).toContainEqual(expect.stringMatching(/^kms:Decrypt /));
      for (const grant of onKey)
        expect(grant).toMatch(/ if StringEquals kms:ViaService (?:dynamodb|s3|secretsmanager|sqs)\./);
    }
  });

  test('what the key before has encrypted can be read, also when there is no key any more', () => {
    for (const changed of [templates, synthesize({ formerKeyArns })])
      for (const grants of usersOfData(changed))
        expect(grants).toContainEqual(expect.stringMatching(`^kms:Decrypt ${String(formerKeyArns)} if`));
  });
});

describe('with own domains', () => {
  const { apiDomain, realtimeDomain, consoleDomain, webAclArn } = settingSamples;
  const templates = synthesize({
    apiDomain: JSON.stringify(apiDomain),
    realtimeDomain,
    consoleDomain,
    webAclArn,
  });
  const found = (type: string, name: string) =>
    templates.ofType(type).find(({ Properties }) => Properties['DomainName'] === name);
  const [distribution] = templates.ofType('AWS::CloudFront::Distribution');

  test('the base URL is the domain, so it survives even a lost API', () => {
    expect(outputsOf(templates)['BaseUrl']).toBe('https://api.app.example');
  });

  test.each([
    ['API', 'api.app.example', '$default'],
    ['realtime sessions', 'live.app.example', 'realtime'],
  ])(
    'the domain of the %s takes TLS 1.2 at least, stays with EarshotData, and leads to the stage',
    (_, name, Stage) => {
      const domain = found('AWS::ApiGatewayV2::DomainName', name);
      expect(domain).toMatchObject({ stack: 'EarshotData' });
      expect(domain?.Properties['DomainNameConfigurations']).toMatchObject([
        { SecurityPolicy: 'TLS_1_2', EndpointType: 'REGIONAL' },
      ]);
      const mapping = found('AWS::ApiGatewayV2::ApiMapping', name);
      const stage = templates
        .ofType('AWS::ApiGatewayV2::Stage')
        .find(({ stack, Properties }) => stack === mapping?.stack && Properties['StageName'] === Stage);
      expect(mapping?.DependsOn).toContain(stage?.id);
      expect([Stage, { Ref: stage?.id }]).toContainEqual(mapping?.Properties['Stage']);
    },
  );

  test('clients of realtime sessions are sent to their domain, and pages of the console may connect to it', () => {
    expect(outputsOf(templates)['RealtimeUrl']).toBe('wss://live.app.example');
    const addresses = templates
      .ofType('AWS::Lambda::Function')
      .flatMap(({ Properties }) => Properties['Environment']?.Variables?.REALTIME_URL ?? []);
    expect(new Set(addresses)).toEqual(new Set(['wss://live.app.example']));
    expect(JSON.stringify(templates.ofType('AWS::CloudFront::ResponseHeadersPolicy'))).toContain(
      'wss://live.app.example',
    );
  });

  test('until the stacks of the stages are deployed, pages of the console may connect to the host of AWS', () => {
    expect(JSON.stringify(templates.ofType('AWS::CloudFront::ResponseHeadersPolicy'))).toMatch(
      /wss:\/\/live\.app\.example wss:\/\/",\{"Ref":"RealtimeApi"\},"\.execute-api\./,
    );
  });

  test('an alarm is raised thirty days before the certificate of an API ends, and stays once it has ended', () => {
    const expiring = templates
      .ofType('AWS::CloudWatch::Alarm')
      .filter(({ Properties }) => Properties['MetricName'] === 'DaysToExpiry');
    expect(expiring).toHaveLength(2);
    for (const { Properties } of expiring)
      expect(Properties).toMatchObject({
        Dimensions: [{ Name: 'CertificateArn', Value: expect.stringContaining(':acm:eu-central-1:') }],
        Threshold: 30,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'ignore',
      });
  });

  test('the console takes TLS 1.2 at least, behind the web ACL', () => {
    expect(distribution?.Properties['DistributionConfig']).toMatchObject({
      Aliases: ['console.app.example'],
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021', SslSupportMethod: 'sni-only' },
      WebACLId: webAclArn,
    });
  });

  test('people sign in at the console’s own domain and return to it; until DNS leads there, to the host of its distribution', () => {
    const [client] = templates.ofType('AWS::Cognito::UserPoolClient');
    const callback = '/api/platform/v1/sign-in/callback';
    const [own, ofDistribution, ...more] = client?.Properties['CallbackURLs'] ?? [];
    expect([own, more]).toEqual([`https://console.app.example${callback}`, []]);
    expect(templates.name(ofDistribution)).toBe(`https://SiteDistribution${callback}`);
    expect(outputsOf(templates)['ConsoleUrl']).toBe('https://console.app.example/');
  });

  test('the hosts that DNS has to point the domains at are outputs', () => {
    expect(Object.keys(outputsOf(templates))).toEqual(
      expect.arrayContaining(['ApiDomainTarget', 'RealtimeDomainTarget', 'ConsoleDomainTarget']),
    );
  });
});
