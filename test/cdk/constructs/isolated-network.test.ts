import { describe, expect, test } from 'vitest';
import { fileOf, synthesize } from '../../support/templates.ts';

const templates = synthesize();
const types = (resources = templates.resources): string[] => resources.map(({ Type }) => Type);
const split = templates.ofType('AWS::Lambda::Function').find((fn) => fileOf(fn) === 'workers/split-audio.ts');
const { SubnetIds = [], SecurityGroupIds = [] } = split?.Properties['VpcConfig'] ?? {};

describe('the function that decodes has no way out', () => {
  test('it alone is in the network; the others are not', () => {
    const inside = templates
      .ofType('AWS::Lambda::Function')
      .filter(({ Properties }) => Properties['VpcConfig']);
    expect(inside.map(fileOf)).toEqual(['workers/split-audio.ts']);
    expect(SubnetIds.map((id: unknown) => templates.target(id).Type)).toEqual([
      'AWS::EC2::Subnet',
      'AWS::EC2::Subnet',
    ]);
  });

  test('nothing leads out of its subnets: no gateway, no address of the internet, no route but those of the endpoints', () => {
    const ways = /InternetGateway|EgressOnly|NatGateway|EIP|TransitGateway|Peering|VPN|::Route$/;
    expect(types().filter((type) => type.startsWith('AWS::EC2') && ways.test(type))).toEqual([]);
    for (const { Properties } of templates.ofType('AWS::EC2::Subnet')) {
      expect(Properties['MapPublicIpOnLaunch']).toBe(false);
    }
  });

  test('the endpoints let through exactly what the function may do', () => {
    const opened: string[] = templates.ofType('AWS::EC2::VPCEndpoint').flatMap(({ Properties }) =>
      Properties['PolicyDocument'].Statement.flatMap((statement: Record<string, any>) => {
        expect(statement).toMatchObject({ Effect: 'Allow', Principal: { AWS: '*' } });
        const resources = [statement['Resource']].flat().map((resource) => templates.name(resource));
        return [statement['Action']].flat().flatMap((action) => resources.map((on) => `${action} ${on}`));
      }),
    );
    expect(opened.toSorted()).toEqual([
      'dynamodb:GetItem Table',
      'dynamodb:PutItem Table',
      'dynamodb:UpdateItem Table',
      's3:DeleteObject Audio/sources/*',
      's3:DeleteObject Audio/uploads/*',
      's3:DeleteObject Audio/work/*',
      's3:GetObject Audio/sources/*',
      's3:GetObject Audio/uploads/*',
      's3:ListBucket Audio',
      's3:PutObject Audio/work/*',
      'sqs:SendMessage ChunkQueue',
      'sqs:SendMessage FinishQueue',
      'sqs:SendMessage SplitQueue',
      'sqs:SendMessage WebhookQueue',
    ]);
  });

  test('it may speak https only, and nobody may speak to it', () => {
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

  test('no name but those of its three services is looked up for it', () => {
    const [group] = templates.ofType('AWS::Route53Resolver::FirewallRuleGroup');
    const rules = group?.Properties['FirewallRules'].map((rule: Record<string, any>) => ({
      priority: rule['Priority'],
      action: rule['Action'],
      names: templates.target(rule['FirewallDomainListId']).Properties['Domains'],
    }));
    const name = (service: string): unknown => ({
      'Fn::Join': ['', [`${service}.`, { Ref: 'AWS::Region' }, '.', { Ref: 'AWS::URLSuffix' }]],
    });
    expect(rules).toEqual([
      { priority: 1, action: 'ALLOW', names: ['s3', '*.s3', 'dynamodb', '*.ddb', 'sqs'].map(name) },
      { priority: 2, action: 'BLOCK', names: ['*'] },
    ]);
    expect(templates.ofType('AWS::Route53Resolver::FirewallRuleGroupAssociation')).toHaveLength(1);
  });

  test('what is refused there is logged, as long as the setting says', () => {
    const [log] = templates.ofType('AWS::EC2::FlowLog');
    expect(log?.Properties).toMatchObject({ TrafficType: 'REJECT', ResourceType: 'VPC' });
    expect(templates.target(log?.Properties['LogGroupName']).Properties['RetentionInDays']).toBe(30);
  });
});

test('the zones are left to CloudFormation, which knows the account', () => {
  for (const { Properties } of templates.ofType('AWS::EC2::Subnet')) {
    expect(Properties['AvailabilityZone']['Fn::Select'][1]).toEqual({ 'Fn::GetAZs': '' });
  }
});

test('a deployment may do without the network and its price', () => {
  const { resources } = synthesize({ decoderNetwork: 'none' });
  expect(types(resources).filter((type) => /^AWS::(EC2|Route53Resolver)::/.test(type))).toEqual([]);
  const policies = JSON.stringify(resources.filter(({ Type }) => Type === 'AWS::IAM::Policy'));
  expect(policies).not.toContain('ec2:');
});
