import { Stack, Validations } from 'aws-cdk-lib/core';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  type Function as LambdaFunction,
  type IFunction,
  type IVersion,
  Version,
} from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/**
 * The version of a function that callers invoke. With the setting `release: canary`, it is an alias, which moves to a
 * new version in two steps.
 */
export const released = (fn: LambdaFunction, alarm: IAlarm): IFunction => {
  if (fn.node.tryGetContext('release') !== 'canary') return fn;
  const version = fn.currentVersion;
  if (!isVersion(version)) throw new Error('Version does not match IVersion');
  const alias = new Alias(fn, 'Live', { aliasName: 'live', version });
  const { application, role } = Releases.of(fn);
  new LambdaDeploymentGroup(fn, 'Canary', {
    application,
    // The name that CloudFormation makes of a long route may have more than the 100 characters that CodeDeploy takes.
    deploymentGroupName: fn.node.id,
    role,
    alias,
    alarms: [alarm],
    // Long enough for an alarm that needs two bad periods of five minutes.
    deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_15MINUTES,
    autoRollback: { failedDeployment: true, deploymentInAlarm: true },
  });
  if (!isFunction(alias)) throw new Error('Alias does not match IFunction');
  return alias;
};

/**
 * Only for the compiler: with exactOptionalPropertyTypes, `Version` does not match `IVersion`, and `Alias` does not
 * match `IFunction`.
 */
const isVersion = (construct: Construct): construct is Construct & IVersion => construct instanceof Version;
const isFunction = (construct: Construct): construct is Construct & IFunction => construct instanceof Alias;

/** The CodeDeploy application that all functions of a stack share, and its role. */
class Releases extends Construct {
  readonly application = new LambdaApplication(this, 'Application');
  readonly role = new Role(this, 'Role', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSCodeDeployRoleForLambdaLimited'),
    ],
  });

  constructor(stack: Stack) {
    super(stack, 'Releases');
    const policy =
      'Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited';
    Validations.of(this.role).acknowledge({
      id: `AwsSolutions-IAM4[${policy}]`,
      reason: 'AWS keeps what CodeDeploy needs to move an alias in this policy of its own.',
    });
  }

  static of(scope: Construct): Releases {
    const stack = Stack.of(scope);
    const found = stack.node.tryFindChild('Releases');
    return found instanceof Releases ? found : new Releases(stack);
  }
}
