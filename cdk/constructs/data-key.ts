import { Aws } from 'aws-cdk-lib/core';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import type * as z from 'zod';
import { settingsSchema } from '../settings.ts';

const { encryptionKeyArn, formerKeyArns } = settingsSchema.shape;

const setting = <T>({ node }: Construct, name: string, schema: z.ZodType<T>): T => {
  const value: unknown = node.tryGetContext(name);
  return schema.parse(value === '' ? undefined : value);
};
const keyArnOf = (scope: Construct) => setting(scope, 'encryptionKeyArn', encryptionKeyArn);

/**
 * The key of the setting `encryptionKeyArn`, which encrypts the table, buckets, queues, secrets, logs and the topic of
 * alarms. Undefined without the setting.
 */
export const dataKey = (scope: Construct, id: string): IKey | undefined => {
  const arn = keyArnOf(scope);
  return arn === undefined ? undefined : Key.fromKeyArn(scope, `${id}Key`, arn);
};

// The actions that DynamoDB requires. The other services need fewer.
const actions = [
  'Decrypt',
  'DescribeKey',
  'Encrypt',
  'GenerateDataKey',
  'GenerateDataKeyWithoutPlaintext',
  'ReEncryptFrom',
  'ReEncryptTo',
].map((action) => `kms:${action}`);
const services = ['dynamodb', 's3', 'secretsmanager', 'sqs'];

/**
 * Lets a function use the key and former keys, but only through the services that store data. Data stays encrypted with
 * the key that it was written with. Empty without the settings.
 */
export const useOfDataKey = (scope: Construct): PolicyStatement[] => {
  const resources = [keyArnOf(scope) ?? [], setting(scope, 'formerKeyArns', formerKeyArns)].flat();
  if (resources.length === 0) return [];
  const via = services.map((service) => `${service}.${Aws.REGION}.${Aws.URL_SUFFIX}`);
  return [
    new PolicyStatement({
      actions,
      resources,
      conditions: { StringEquals: { 'kms:ViaService': via } },
    }),
  ];
};
