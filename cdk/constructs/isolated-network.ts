import { ArnFormat, Aws, Stack } from 'aws-cdk-lib/core';
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
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  CfnFirewallDomainList,
  CfnFirewallRuleGroup,
  CfnFirewallRuleGroupAssociation,
} from 'aws-cdk-lib/aws-route53resolver';
import { Construct } from 'constructs';
import type { Access } from './access.ts';
import { ServiceLogs } from './service-logs.ts';

type IsolatedNetworkProps = {
  /** The grants that the endpoints allow. The network reaches nothing else. */
  readonly access: readonly Access[];
  /** Undefined for the first two zones of the region. */
  readonly zones: readonly string[] | undefined;
  readonly logRetention: RetentionDays;
};

/**
 * Subnets with routes only to S3, DynamoDB and SQS. The endpoint policies allow exactly the grants of `access`, for
 * every principal. So an attacker cannot send data to a bucket of another account, even with credentials of that
 * account.
 */
export class IsolatedNetwork extends Construct {
  readonly vpc: IVpc;
  readonly securityGroup: SecurityGroup;

  constructor(scope: Construct, id: string, { access, zones, logRetention }: IsolatedNetworkProps) {
    super(scope, id);
    const vpc = new Vpc(this, 'Vpc', {
      ipAddresses: IpAddresses.cidr('10.0.0.0/22'),
      ...(zones ? { availabilityZones: [...zones] } : { maxAzs: 2 }),
      natGateways: 0,
      subnetConfiguration: [{ name: 'Isolated', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 24 }],
      // Restricting the default group would need a custom resource, and nothing uses the group.
      restrictDefaultSecurityGroup: false,
    });
    if (!isVpc(vpc)) throw new Error('Vpc does not match IVpc');
    this.vpc = vpc;
    this.securityGroup = this.group('Function', 'Functions that may reach the endpoints only');
    this.openEndpoints(access);
    this.blockOtherDnsNames();
    this.vpc.addFlowLog('Rejected', {
      destination: FlowLogDestination.toCloudWatchLogs(
        new ServiceLogs(this, 'RejectedTraffic', logRetention),
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
    // The prefix list id of a gateway would need a lookup in the account. Any IPv4 address is safe, because there are no
    // other routes.
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
      for (const statement of endpointStatements(access, service)) endpoint.addToPolicy(statement);
    }
  }

  /** Prevents data exfiltration through DNS queries with a DNS firewall. */
  private blockOtherDnsNames() {
    const ofService = (service: string) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`;
    const list = (id: string, domains: string[]) => new CfnFirewallDomainList(this, id, { domains }).attrId;
    const names = ['s3', '*.s3', 'dynamodb', '*.ddb', 'sqs'].map(ofService);
    const rules = new CfnFirewallRuleGroup(this, 'Names', {
      firewallRules: [
        {
          action: 'ALLOW',
          priority: 1,
          firewallDomainListId: list('NamesOfEndpoints', names),
          // The DNS name of a bucket is an alias of another S3 name, which is not in the list.
          firewallDomainRedirectionAction: 'TRUST_REDIRECTION_DOMAIN',
        },
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

/**
 * The rights that Lambda needs to attach a function to a VPC. The resource has to be `*`: the interfaces do not exist
 * yet, Describe actions accept no resource, and AWS advises against narrowing the delete action. A Deny removes these
 * rights from the function's own code, because only requests of that code have lambda:SourceFunctionArn.
 */
export const allowAttachment = (scope: Construct): PolicyStatement[] => {
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

/** The grants on one service, for every principal. */
const endpointStatements = (access: readonly Access[], service: string): PolicyStatement[] =>
  access
    .flatMap(({ statements }) => statements)
    .filter(({ actions }) => actions.every((action) => action.startsWith(`${service}:`)))
    .map((statement) => statement.copy({ principals: [new AnyPrincipal()] }));

/** Only for the compiler: with exactOptionalPropertyTypes, `Vpc` does not match `IVpc`. */
const isVpc = (construct: Construct): construct is Construct & IVpc => construct instanceof Vpc;
