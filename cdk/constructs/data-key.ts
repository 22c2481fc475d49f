import { Aws } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';

const keyArnOf = (scope: Construct): string | undefined => {
  const arn: unknown = scope.node.tryGetContext('encryptionKeyArn');
  return typeof arn === 'string' && arn !== '' ? arn : undefined;
};

/** The key of the setting `encryptionKeyArn`, which encrypts table, buckets, queues, secrets, logs and the topic of alarms. Undefined without the setting. */
export const dataKey = (scope: Construct, id: string): IKey | undefined => {
  const arn = keyArnOf(scope);
  return arn === undefined ? undefined : Key.fromKeyArn(scope, `${id}Key`, arn);
};

// What DynamoDB asks for. The others need less.
const actions = [
  ...['Decrypt', 'DescribeKey', 'Encrypt', 'GenerateDataKey', 'GenerateDataKeyWithoutPlaintext'],
  ...['ReEncryptFrom', 'ReEncryptTo'],
].map((action) => `kms:${action}`);
const services = ['dynamodb', 's3', 'secretsmanager', 'sqs'];

/** Lets a function use the key through the services that keep data, but not by itself. Empty without the setting. */
export const useOfDataKey = (scope: Construct): PolicyStatement[] => {
  const arn = keyArnOf(scope);
  if (arn === undefined) return [];
  const via = services.map((service) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`);
  return [
    new PolicyStatement({
      actions,
      resources: [arn],
      conditions: { StringEquals: { 'kms:ViaService': via } },
    }),
  ];
};
