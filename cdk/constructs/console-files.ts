import { Stack, Validations } from 'aws-cdk-lib/core';
import type { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct } from 'constructs';
import { ServiceLogs } from './service-logs.ts';
import { builtClients, builtDocs, builtPage } from './site-builds.ts';

type ConsoleFilesProps = {
  readonly destination: IBucket;
  readonly logRetention: RetentionDays;
  readonly statusUrl: string | undefined;
};

/** Copies the page that Vite built, the documentation and the clients into the bucket of their site, at each deployment that changes them. */
export class ConsoleFiles extends Construct {
  constructor(scope: Construct, id: string, { destination, logRetention, statusUrl }: ConsoleFilesProps) {
    super(scope, id);
    const stack = Stack.of(this);
    const deployment = new BucketDeployment(this, 'Deployment', {
      sources: stack.bundlingRequired
        ? [Source.asset(builtPage(statusUrl)), Source.asset(builtDocs()), Source.asset(builtClients())]
        : [Source.data('index.html', 'not built')],
      destinationBucket: destination,
      // Pages opened before the deployment still need the old files.
      prune: false,
      memoryLimit: 256,
      logGroup: new ServiceLogs(this, 'Logs', logRetention),
    });
    const reason =
      'The function that copies the files at deployment is part of the CDK. Its grants are limited to the two buckets.';
    const imported: Record<string, string> = stack.resolve(
      Stack.of(destination).exportValue(destination.bucketArn),
    );
    const copied = [
      `Resource::${imported['Fn::ImportValue']}/*`,
      'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
    ];
    const grants = [...copierActions.map((action) => `Action::s3:${action}*`), ...copied];
    const managed = 'Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole';
    Validations.of(deployment.handlerRole.node.scope ?? deployment).acknowledge(
      { id: 'AwsSolutions-L1', reason },
      { id: `AwsSolutions-IAM4[${managed}]`, reason },
      ...grants.map((grant) => ({ id: `AwsSolutions-IAM5[${grant}]`, reason })),
    );
  }
}

const copierActions = ['GetBucket', 'GetObject', 'List', 'Abort', 'DeleteObject'];
