import { RemovalPolicy, Validations } from 'aws-cdk-lib/core';
import { CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';

/**
 * Lets API Gateway write the logs of WebSocket APIs. Without this, AWS refuses a stage with an access log. The setting
 * belongs to the whole account and region, so deleting the stack keeps it.
 */
export class GatewayLogging extends Construct {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: {
        Logs: new PolicyDocument({
          statements: [new PolicyStatement({ actions: logActions, resources: ['*'] })],
        }),
      },
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(role).acknowledge({
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'The setting is that of the account, so it has to hold for the logs of all its APIs.',
    });
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }
}

// The actions of AWS's own policy AmazonAPIGatewayPushToCloudWatchLogs. API Gateway checks for all of them.
const logActions = [
  'logs:CreateLogGroup',
  'logs:CreateLogStream',
  'logs:DescribeLogGroups',
  'logs:DescribeLogStreams',
  'logs:PutLogEvents',
  'logs:GetLogEvents',
  'logs:FilterLogEvents',
];
