import { ArnFormat, Aws, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  type IVpc,
  Peer,
  Port,
  SecurityGroup,
  SubnetType,
  Vpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  CfnFirewallDomainList,
  CfnFirewallRuleGroup,
  CfnFirewallRuleGroupAssociation,
} from 'aws-cdk-lib/aws-route53resolver';
import { Construct } from 'constructs';
import type { Access } from './access.ts';

type IsolatedNetworkProps = {
  /** All that a function in the network may reach: objects, tables and queues, by exactly these grants. */
  readonly access: readonly Access[];
  readonly logRetention: RetentionDays;
};

/**
 * Subnets without a route to anywhere but S3, DynamoDB and SQS, whose endpoints let through what `access` grants and
 * nothing else, whoever asks: with stolen credentials of another account, too, no byte leaves for a bucket of theirs.
 */
export class IsolatedNetwork extends Construct {
  readonly vpc: IVpc;
  readonly securityGroup: SecurityGroup;
  /**
   * What Lambda needs to place a function in a network. The resource has to be `*`: the interfaces do not exist beforehand,
   * Describe actions cannot be narrowed, and AWS warns that a narrower right to delete may break the placement. A Deny
   * therefore takes the rights from the function's own code: only requests from code carry lambda:SourceFunctionArn.
   */
  readonly placement: readonly PolicyStatement[];

  constructor(scope: Construct, id: string, { access, logRetention }: IsolatedNetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/22'),
      maxAzs: 2,
      natGateways: 0,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 }],
      // That would take a custom resource; nothing is ever put into the default group.
      restrictDefaultSecurityGroup: false,
    });
    if (!isVpc(vpc)) throw new Error('a VPC that is none');
    this.vpc = vpc;
    this.placement = placementIn(this);
    this.securityGroup = this.group('Function', 'Functions that may reach the endpoints only');
    this.openEndpoints(access);
    this.answerOnlyNamesOfAws();
    this.vpc.addFlowLog('Rejected', {
      destination: FlowLogDestination.toCloudWatchLogs(
        new LogGroup(this, 'RejectedTraffic', {
          retention: logRetention,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      ),
      trafficType: FlowLogTrafficType.REJECT,
    });
  }

  private group(id: string, description: string) {
    return new SecurityGroup(this, id, { vpc: this.vpc, description, allowAllOutbound: false });
  }

  private openEndpoints(access: readonly Access[]) {
    const ofQueues = this.group('Queues', 'The endpoint of SQS');
    this.securityGroup.connections.allowTo(ofQueues, Port.HTTPS, 'SQS');
    // The addresses of a gateway are in a list whose id only a look-up in the account tells; other routes do not exist.
    this.securityGroup.addEgressRule(
      Peer.anyIpv4(),
      Port.HTTPS,
      'S3 and DynamoDB, by the only routes there are',
    );
    const endpoints = {
      s3: this.vpc.addGatewayEndpoint('Objects', { service: GatewayVpcEndpointAwsService.S3 }),
      dynamodb: this.vpc.addGatewayEndpoint('Table', { service: GatewayVpcEndpointAwsService.DYNAMODB }),
      sqs: this.vpc.addInterfaceEndpoint('Send', {
        service: InterfaceVpcEndpointAwsService.SQS,
        securityGroups: [ofQueues],
        open: false,
      }),
    };
    for (const [service, endpoint] of Object.entries(endpoints)) {
      for (const statement of opened(access, service)) endpoint.addToPolicy(statement);
    }
  }

  /** Without this every name is looked up for whoever asks, and a name can carry away what somebody's name server collects. */
  private answerOnlyNamesOfAws() {
    const ofService = (service: string) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    const list = (id: string, domains: string[]) => new CfnFirewallDomainList(this, id, { domains }).attrId;
    const names = ['s3', '*.s3', 'dynamodb', '*.ddb', 'sqs'].map(ofService);
    const rules = new CfnFirewallRuleGroup(this, 'Names', {
      firewallRules: [
        { action: 'ALLOW', priority: 1, firewallDomainListId: list('NamesOfEndpoints', names) },
        {
          action: 'BLOCK',
          blockResponse: 'NXDOMAIN',
          priority: 2,
          firewallDomainListId: list('AllNames', ['*']),
        },
      ],
    });
    new CfnFirewallRuleGroupAssociation(this, 'NamesAnswered', {
      firewallRuleGroupId: rules.attrId,
      vpcId: this.vpc.vpcId,
      priority: 101,
    });
  }
}

const placementIn = (scope: Construct): PolicyStatement[] => {
  const rights = {
    actions: [
      'ec2:AssignPrivateIpAddresses',
      'ec2:CreateNetworkInterface',
      'ec2:DeleteNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:UnassignPrivateIpAddresses',
    ],
    resources: ['*'],
  };
  const anyFunction = Stack.of(scope).formatArn({
    service: 'lambda',
    resource: 'function',
    resourceName: '*',
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  return [
    new PolicyStatement(rights),
    new PolicyStatement({
      ...rights,
      effect: Effect.DENY,
      conditions: { ArnLike: { 'lambda:SourceFunctionArn': anyFunction } },
    }),
  ];
};

/** What the grants say of a service, for anybody. */
const opened = (access: readonly Access[], service: string): PolicyStatement[] =>
  access
    .flatMap(({ statements }) => statements)
    .filter(({ actions }) => actions.every((action) => action.startsWith(`${service}:`)))
    .map((statement) => statement.copy({ principals: [new AnyPrincipal()] }));

/** For the compiler, to whom `Vpc` is no `IVpc`, as an optional property of it may be undefined. */
const isVpc = (construct: Construct): construct is Construct & IVpc => construct instanceof Vpc;
