import { describe, expect, test } from 'vitest';
import { grantLines, grantsOf } from '../../support/grants.ts';
import { fileOf, synthesize } from '../../support/templates.ts';
import { allowed } from '../allowed-grants.ts';

const templates = synthesize();
const types = templates.resources.map(({ Type }) => Type);
const split = templates.ofType('AWS::Lambda::Function').find((fn) => fileOf(fn) === 'workers/split-audio.ts');
const { SubnetIds = [], SecurityGroupIds = [] } = split?.Properties['VpcConfig'] ?? {};

describe('the network of the function that decodes', () => {
  test('only the functions that cut audio are in the isolated network', () => {
    const inside = templates
      .ofType('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties['VpcConfig']);
    expect(inside.map(fileOf)).toEqual(['workers/split-audio.ts', 'workers/split-waiting.ts']);
    expect(SubnetIds.map((id: unknown) => templates.target(id).Type)).toEqual([
      'AWS::EC2::Subnet',
      'AWS::EC2::Subnet',
    ]);
  });

  test('the operator may choose the zones of the isolated subnets, because Lambda is not in every zone', () => {
    const zonesOf = (some: typeof templates) =>
      some.ofType('AWS::EC2::Subnet').map(({ Properties }) => Properties['AvailabilityZone']);
    const chosen = ['us-east-1b', 'us-east-1c'];
    expect(zonesOf(synthesize({ decoderZones: chosen }))).toEqual(chosen);
    expect(zonesOf(templates)).toEqual([0, 1].map((nth) => ({ 'Fn::Select': [nth, { 'Fn::GetAZs': '' }] })));
  });

  test('the isolated subnets have no gateway, no public addresses and no routes except to the endpoints', () => {
    const exits = /InternetGateway|EgressOnly|NatGateway|EIP|TransitGateway|Peering|VPN|::Route$/;
    expect(types.filter((type) => type.startsWith('AWS::EC2') && exits.test(type))).toEqual([]);
    for (const { Properties } of templates.ofType('AWS::EC2::Subnet')) {
      expect(Properties['MapPublicIpOnLaunch']).toBe(false);
    }
  });

  test('the endpoint policies allow exactly the grants of the functions in the network', () => {
    const endpointGrants = templates.ofType('AWS::EC2::VPCEndpoint').flatMap(({ Properties }) => {
      const { Statement: statements } = Properties['PolicyDocument'];
      for (const statement of statements) expect(statement).toMatchObject({ Principal: { AWS: '*' } });
      return grantLines(statements, templates);
    });
    const needed = allowed['workers/split-waiting.ts']?.filter((grant) =>
      /^((never )?dynamodb|s3|sqs)/.test(grant),
    );
    expect(endpointGrants.toSorted()).toEqual(needed?.toSorted());
  });

  test('without helpers nothing in the network can receive messages, which Lambda polls from outside', () => {
    const without = synthesize({ helpers: 'off' });
    const endpoints = JSON.stringify(without.ofType('AWS::EC2::VPCEndpoint'));
    expect(endpoints).toContain('sqs:SendMessage');
    expect(endpoints).not.toContain('sqs:ReceiveMessage');
  });

  test('only Lambda may attach network interfaces, not the code of the function', () => {
    const grants = (split ? grantsOf(split, templates) : []).filter((grant) => grant.includes('ec2:'));
    const granted = grants.filter((grant) => !grant.startsWith('never'));
    expect(granted.length).toBeGreaterThan(0);
    for (const grant of granted)
      expect(grants).toContainEqual(
        expect.stringMatching(new RegExp(`^never ${grant.replace('*', '\\*')} if ArnLike .*:function:\\*$`)),
      );
  });

  test('split-audio can only open HTTPS connections and accepts none', () => {
    const groups = templates.ofType('AWS::EC2::SecurityGroup');
    const [own] = SecurityGroupIds.map((id: unknown) => templates.target(id));
    expect(groups).toContain(own);
    expect(own.Properties['SecurityGroupIngress']).toBeUndefined();
    const out = [
      ...own.Properties['SecurityGroupEgress'],
      ...templates.ofType('AWS::EC2::SecurityGroupEgress').map(({ Properties }) => Properties),
    ];
    for (const rule of out) expect(rule).toMatchObject({ IpProtocol: 'tcp', FromPort: 443, ToPort: 443 });
    const ingress = templates.ofType('AWS::EC2::SecurityGroupIngress').map(({ Properties }) => Properties);
    expect(ingress).toHaveLength(1);
    expect(templates.target(ingress[0]?.['SourceSecurityGroupId'])).toBe(own);
  });

  test('DNS queries in the isolated network only resolve the names of S3, DynamoDB and SQS, and what these are aliases of', () => {
    const [group] = templates.ofType('AWS::Route53Resolver::FirewallRuleGroup');
    const rules = group?.Properties['FirewallRules'].map((rule: Record<string, any>) => ({
      priority: rule['Priority'],
      action: rule['Action'],
      aliases: rule['FirewallDomainRedirectionAction'],
      names: templates.target(rule['FirewallDomainListId']).Properties['Domains'],
    }));
    const name = (service: string): unknown => ({
      'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
    });
    expect(rules).toEqual([
      {
        priority: 1,
        action: 'ALLOW',
        aliases: 'TRUST_REDIRECTION_DOMAIN',
        names: ['s3', '*.s3', 'dynamodb', '*.ddb', 'sqs'].map(name),
      },
      { priority: 2, action: 'BLOCK', aliases: undefined, names: ['*'] },
    ]);
    expect(templates.ofType('AWS::Route53Resolver::FirewallRuleGroupAssociation')).toHaveLength(1);
  });

  test('rejected traffic is logged and kept for the log retention of the settings', () => {
    const [log] = templates.ofType('AWS::EC2::FlowLog');
    expect(log?.Properties).toMatchObject({ TrafficType: 'REJECT', ResourceType: 'VPC' });
    expect(templates.target(log?.Properties['LogGroupName']).Properties['RetentionInDays']).toBe(30);
  });
});

test('CloudFormation chooses the availability zones, because synthesis does not know the account', () => {
  for (const { Properties } of templates.ofType('AWS::EC2::Subnet')) {
    expect(Properties['AvailabilityZone']['Fn::Select'][1]).toEqual({ 'Fn::GetAZs': '' });
  }
});
